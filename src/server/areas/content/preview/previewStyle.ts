import { below, CONTENT_BASE, CONTENT_BLOCK, CONTENT_ELEMENTS } from '#shared/domain/contentLook.ts'

const ruleOf = (selector: string, look: Readonly<Record<string, string>>): string => {
  const declared = Object.entries(look).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}:${value}`,
  )
  return `${selector}{${declared.join(';')}}`
}

/**
 * The look of a preview page; the site's own templates are not asked. Rich text looks as in the editor (contentLook): what
 * is for the page's own parts names them from the body down, or sections and lists of an article would take it on.
 */
export const STYLE = `
:root{color-scheme:light}
body{margin:0;background:#f5f5f5;color:#1f1f1f;font:16px/1.8 ${CONTENT_BASE.fontFamily}}
body>.notice{margin:0;padding:8px 16px;background:#fff4ce;color:#5c4400;font-size:13px;text-align:center}
body>article{max-width:820px;margin:24px auto;padding:32px 40px 48px;background:#fff;border-radius:8px;overflow-wrap:anywhere}
body>article>.place{margin:0 0 8px;color:#616161;font-size:13px}
body>article>h1{margin:0 0 12px;font-size:28px;line-height:1.4}
body>article>dl{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0 0 24px;padding-bottom:16px;border-bottom:1px solid #e0e0e0;font-size:13px}
body>article>dl>div{display:flex;gap:6px}body>article>dl dt{color:#616161}body>article>dl dt::after{content:"："}body>article>dl dd{margin:0}
body>article>section{margin:24px 0}
body>article>section>h2{margin:0 0 8px;color:#616161;font-size:13px;font-weight:600}
body>article>section>.text{margin:0;white-space:pre-wrap}
body>article>section>ul{margin:0;padding-left:20px}
img,video{max-width:100%;height:auto}
${ruleOf('.rich', CONTENT_BASE)}
${ruleOf('.rich>*', CONTENT_BLOCK)}
${Object.entries(CONTENT_ELEMENTS)
  .map(([names, look]) => ruleOf(below('.rich', names), look))
  .join('\n')}
.rich table{max-width:100%}
.rich td,.rich th{min-width:40px}
a{color:#0b5cad;pointer-events:none}
.batch{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}
.batch>figure{margin:0}.batch>figure>figcaption{display:flex;flex-direction:column;color:#424242;font-size:13px}
.elsewhere{display:inline-block;max-width:100%;box-sizing:border-box;margin:4px 0;padding:12px 16px;border:1px dashed #8a8a8a;
border-radius:4px;background:#fafafa;color:#424242;font-size:13px;line-height:1.6;text-align:left;text-indent:0;white-space:normal}
.elsewhere b{display:block;color:#1f1f1f}.elsewhere i{display:block;font-style:normal;overflow-wrap:anywhere}
.file{display:inline-block;padding:6px 12px;border:1px solid #d1d1d1;border-radius:4px;font-size:14px}
@media (max-width:640px){body>article{margin:0;padding:20px 16px 32px;border-radius:0}body>article>h1{font-size:22px}}
`
