import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

interface FacePageText {
  title: string
  lines: readonly string[]
  /** The browser has opened the program before, so another of its tabs may admit this one. */
  known?: boolean
}

/** A self-contained page with the product's icon, for visitors who have no access yet. */
export function sendFacePage(
  response: ServerResponse,
  status: number,
  { title, lines, known = false }: FacePageText,
): void {
  const nonce = randomBytes(16).toString('base64')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  })
  response.end(`<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - 站匠</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --back: #f5f5f5; --card: #fff; --text: #242424; --quiet: #616161; --edge: #e0e0e0; --link: #00708d }
@media (prefers-color-scheme: dark) { :root { --back: #141414; --card: #292929; --text: #fff; --quiet: #adadad; --edge: #3d3d3d; --link: #4fb3ce } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text);
  font: 14px/1.7 "Segoe UI", "Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", sans-serif }
main { box-sizing: border-box; width: min(460px, 92vw); padding: 32px 36px; background: var(--card); border: 1px solid var(--edge); border-radius: 8px }
header { display: flex; align-items: center; gap: 10px; font-size: 16px; font-weight: 600 }
h1 { margin: 20px 0 8px; font-size: 18px; line-height: 1.4 }
a { color: var(--link) }
ol { margin: 0; padding-left: 20px; color: var(--quiet) }
</style>
<main>
<header><svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#00708d"/><path d="M9 9.5h14v3H9zM9 15h6v8H9zM17.5 15H23v3.2h-5.5zM17.5 20.2H23V23h-5.5z" fill="#fff"/></svg>站匠</header>
<h1>${title}</h1>
<ol>${lines.map((line) => `<li>${line}</li>`).join('')}</ol>
${known ? '<p>站匠已在此浏览器中打开过：<a href="/">直接进入</a></p>' : ''}
</main>
</html>`)
}
