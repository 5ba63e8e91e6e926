/** Articles as other systems wrote them: the same on every run, without a text of anybody. */
export interface Archived {
  /** Who wrote it, and which of its articles it is. */
  name: string
  html: string
}

type Build = (pick: Pick, at: number) => string
interface Pick {
  <T>(...some: readonly T[]): T
  /** A sentence. */
  words: () => string
  times: (most: number, make: (at: number) => string) => string
}

const WORDS =
  '会议 强调 推进 海洋 科技 项目 建设 完善 制度 发布 年度 报告 群众 服务 提升 质量 组织 学习 检查 落实 港口 工程 2024年 第三季度 GDP 增长 5.2% H7N9 “十四五”'.split(
    ' ',
  )

/** A small generator that is the same everywhere. */
function pickFrom(seed: number): Pick {
  let state = seed * 2654435761 + 1
  const next = (most: number): number => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return Math.floor((state / 4294967296) * most)
  }
  const pick = <T>(...some: readonly T[]): T => some[next(some.length)] as T
  const words = (): string => `${Array.from({ length: 3 + next(6) }, () => pick(...WORDS)).join('')}。`
  const times = (most: number, make: (at: number) => string): string =>
    Array.from({ length: 1 + next(most) }, (_none, at) => make(at)).join('')
  return Object.assign(pick, { words, times })
}

const COLORS = ['#c00000', 'rgb(192, 0, 0)', 'red', '#0070C0', 'rgb(0,112,192)', '#000', '#333333'] as const
const FACES = ['宋体', '微软雅黑', '仿宋_GB2312', '黑体', 'SimSun', '楷体_GB2312', 'Arial'] as const

const ueditor: Build = (pick) =>
  pick.times(
    5,
    () =>
      `<p style="${pick('text-indent: 2em;', 'text-align: center;', 'line-height: 1.75em; text-indent: 2em;', 'margin-bottom: 15px; white-space: normal;')}">` +
      pick(
        `<span style="font-family: ${pick(...FACES)}, SimSun; font-size: ${pick('14px', '16px', '18px')}; color: ${pick(...COLORS)};">${pick.words()}<strong>${pick.words()}</strong></span>`,
        `<strong style="color: ${pick(...COLORS)}; font-size: 20px;">${pick.words()}</strong>${pick.words()}`,
        `<span style="text-decoration: underline;">${pick.words()}</span><span style="background-color: rgb(255, 255, 0);">${pick.words()}</span>`,
        `<em style="background-color:#ff0;font-size:18px">${pick.words()}</em><sup>${pick('1', '[2]')}</sup>`,
        `<img src="/ueditor/php/upload/image/20180102/1514860000.jpg" title="1514860000.jpg" alt="t.jpg" width="600" height="400" border="0" vspace="0" style="width: 600px; height: 400px;"/>`,
        `<span style="border: 1px solid ${pick(...COLORS)}; padding: 2px;">${pick.words()}</span>`,
      ) +
      `</p>`,
  ) +
  pick(
    '',
    `<ul class=" list-paddingleft-2" style="list-style-type: ${pick('disc', 'square')};"><li><p>${pick.words()}</p></li><li><p>${pick.words()}</p></li></ul>`,
    `<ol class=" list-paddingleft-2" start="${pick(1, 3)}" style="list-style-type: decimal;"><li><p>${pick.words()}</p></li></ol>`,
    '<hr/>',
  )

const kindeditor: Build = (pick) =>
  pick.times(
    6,
    () =>
      `<p style="${pick('text-indent:2em;', 'text-align:left;', '')}">\n\t${pick(
        `<span style="font-size:${pick('14px', '16px')};line-height:2;color:${pick('#E53333', '#003399')};">${pick.words()}</span>`,
        `<strong><span style="font-size:18px;font-family:'Microsoft YaHei';">${pick.words()}</span></strong>`,
        `<u><span style="color:#FF9900;"></span>${pick.words()}</u>`,
        `<b style="font-weight:normal">${pick.words()}</b>`,
        `<span style="background-color:#FFE500;"><em>${pick.words()}</em></span><br />\n${pick.words()}`,
        `<img src="/attached/image/20150101/20150101.gif" alt="" align="left" />${pick.words()}`,
      )}\n</p>\n`,
  ) +
  pick(
    '',
    `<table style="width:100%;" cellpadding="2" cellspacing="0" border="1" bordercolor="#000000">\n<tbody>\n<tr>\n<td bgcolor="#eeeeee" nowrap>\n${pick.words()}<br />\n</td>\n<td align="right" valign="top">\n${pick.words()}</td>\n</tr>\n</tbody>\n</table>\n<br />`,
    `<ol>\n\t<li>\n\t\t${pick.words()}\n\t</li>\n\t<li>\n\t\t<span style="color:#E53333;">${pick.words()}</span>\n\t</li>\n</ol>`,
  )

const editor135: Build = (pick) =>
  `<section data-role="outer" label="Powered by 135editor.com" style="font-family: 微软雅黑; font-size: 16px;"><section class="_135editor" data-tools="135编辑器" data-id="9${pick(1, 2, 3)}26">` +
  `<section style="margin: 10px auto; text-align: center;"><section style="display: inline-block; border-bottom: 2px solid ${pick(...COLORS)}; padding: 4px 12px;"><strong style="color: ${pick(...COLORS)}; letter-spacing: 1.5px;">${pick.words()}</strong></section></section>` +
  `<section style="padding: 1em; border: 1px solid #ccc; border-radius: 6px; background: ${pick('#fefefe', 'rgb(250, 250, 250) none repeat scroll 0% 0%')};"><p style="line-height: 1.75em; letter-spacing: 1px;"><span style="font-size: 15px; color: rgb(63, 63, 63);">${pick.words()}</span></p></section>` +
  `<section style="height: 1px; background-color: #ddd; margin: 8px 0;"></section><p><br/></p></section></section>`

const xiumi: Build = (pick) =>
  `<section style="box-sizing: border-box; font-size: 16px;"><section style="position: static; box-sizing: border-box;"><section style="display: flex; flex-flow: row; margin: 10px 0px; justify-content: center;">` +
  `<section style="display: inline-block; vertical-align: middle; width: ${pick('50%', '40%')}; flex: 0 0 auto; align-self: center; background-color: ${pick('rgb(240, 248, 255)', '#f4f4f4')}; padding: 10px;"><p style="margin: 0px; padding: 0px; white-space: normal; color: ${pick(...COLORS)};"><strong>${pick.words()}</strong></p></section>` +
  `<section style="display: inline-block; vertical-align: middle; width: 40%; padding: 0px 0px 0px 10px;"><p style="margin: 0; text-align: justify; font-size: 14px;">${pick.words()}<em style="color: ${pick(...COLORS)}">${pick.words()}</em></p></section></section></section></section>`

const wordFiltered: Build = (pick) =>
  `<div class="WordSection1" style="layout-grid:15.6pt">` +
  pick.times(
    5,
    () =>
      `<p class="MsoNormal" style="text-indent:32.0pt;line-height:${pick('28.0pt', '150%')}"><span style='font-size:16.0pt;font-family:${pick(...FACES)}'>${pick.words()}</span>${pick(
        `<b><span lang="EN-US" style='font-size:16.0pt;color:${pick(...COLORS)}'>${pick.words()}</span></b>`,
        `<u><span lang="EN-US" style="font-size:14.0pt">${pick.words()}</span></u>`,
        `<i style="color:${pick(...COLORS)}">${pick.words()}</i>`,
        `<sup><span style="font-size:9.0pt">注</span></sup>`,
        '',
      )}</p>`,
  ) +
  `<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse;border:none"><tr><td width="184" valign="top" style="width:138.3pt;border:solid black 1.0pt;padding:0cm 5.4pt 0cm 5.4pt"><p class="MsoNormal" align="center" style="text-align:center"><span style="font-family:宋体">${pick.words()}</span></p></td><td width="184" style="border:solid black 1.0pt"><p class="MsoNormal">${pick.words()}</p></td></tr></table></div>`

const dedecms: Build = (pick) =>
  `<div>\n\t&nbsp;&nbsp;&nbsp; ${pick.words()}</div>\n<div>\n\t<br />\n\t<font color="${pick('red', '#0000ff')}" size="${pick('2', '4', '+1')}">${pick.words()}</font></div>\n` +
  pick(
    `<p align="center">\n\t<img alt="" src="/uploads/allimg/120101/1_1201.jpg" style="width: 500px; height: 333px;" hspace="5" /></p>\n`,
    `<center><b><font face="黑体" size="5">${pick.words()}</font></b></center>\n`,
    `<p>　　${pick.words()}<br />　　${pick.words()}<br />　　<strong>${pick.words()}</strong></p>\n`,
  ) +
  `<div style="text-align: right;">\n\t${pick.words()}</div>`

const fonts: Build = (pick) =>
  pick(
    `<font face="${pick(...FACES)}" color="${pick('#ff0000', 'navy')}"><p>${pick.words()}</p><p align="right">${pick.words()}<b>${pick.words()}</b></p></font>`,
    `<b><font color="red"><div>${pick.words()}</div><div style="color:blue">${pick.words()}<font size="5">${pick.words()}</font></div></font></b>`,
    `<p><font size="3"><strong><font color="#c00000">${pick.words()}</font></strong>${pick.words()}<u><font size="4">${pick.words()}</font></u></font></p>`,
    `<p><big>${pick.words()}</big><small><span style="font-size:12px">${pick.words()}</span></small><tt>${pick('abc', 'x=1')}</tt></p>`,
    `<p style="font: bold 18px/1.6 SimSun">${pick.words()}</p><p style="font-weight:bold;color:#333">${pick.words()}<span style="font-weight:normal">${pick.words()}</span></p>`,
  )

const tables: Build = (pick) =>
  `<table width="${pick('100%', '600')}" border="1" cellpadding="4" cellspacing="0" ${pick('align="center"', 'bgcolor="#f8f8f8"', '')} style="border-collapse: collapse"><caption${pick('', ' style="color:red"')}>表 ${pick.words()}</caption>` +
  `<colgroup><col width="${pick('30%', '120')}"><col></colgroup><thead><tr bgcolor="#dddddd"><th scope="col">${pick.words()}</th><th align="left">${pick.words()}</th></tr></thead><tbody>` +
  pick.times(
    4,
    () =>
      `<tr height="30"><td rowspan="1" valign="middle" style="background-color: ${pick('#fff', 'rgb(255, 242, 204)')}"><b style="color:${pick(...COLORS)}">${pick.words()}</b></td><td><p style="text-align: right">${pick.words()}</p><p>${pick.words()}</p></td></tr>`,
  ) +
  `<tr><td colspan="2">${pick.words()}<br>${pick.words()}</td></tr></tbody></table>`

const spans: Build = (pick) =>
  pick.times(
    4,
    () =>
      `<p><span style="color:${pick(...COLORS)}"><span style="font-size:${pick('16px', '1.2em', '120%')}">${pick.words()}<span style="background:yellow">${pick.words()}</span></span></span>` +
      pick(
        `<span style="color:red">${pick.words()}<a href="/a.html">${pick.words()}</a>${pick.words()}</span>`,
        `<strong style="color:blue"><u style="font-size:20px">${pick.words()}</u></strong>`,
        `<a href="/b.html" style="color:green;text-decoration:none"><strong>${pick.words()}</strong></a>`,
        `<mark>${pick.words()}<span style="color:red">${pick.words()}</span></mark>`,
        `<code><span style="font-size:15px">x+1</span></code><sub style="color:red">2</sub>`,
        `<span class="hl" title="注">${pick.words()}</span>`,
      ) +
      `</p>`,
  )

const classes: Build = (pick) =>
  `<div class="article-content" id="zoom"><h2 class="title">${pick.words()}</h2><p class="${pick('lead', 'text indent')}">${pick.words()}</p>` +
  `<dl><dt>${pick.words()}</dt><dd>${pick.words()}</dd></dl><blockquote class="q"><p>${pick.words()}</p></blockquote><p><span class="red">${pick.words()}</span></p></div>`

const films: Build = (pick) =>
  `<p>${pick.words()}</p>${pick(
    `<iframe frameborder="0" width="640" height="498" src="https://v.example.com/iframe/player.html?vid=a1" allowfullscreen></iframe>`,
    `<p style="text-align:center"><video src="/upload/a.mp4" controls="controls" width="420" height="280" class="edui-upload-video"></video></p>`,
    `<embed src="https://player.example.com/a.swf" type="application/x-shockwave-flash" width="480" height="400">`,
    `<video controls width="300"><source src="/a.mp4" type="video/mp4"></video>`,
  )}<p><strong style="font-size:18px">${pick.words()}</strong></p>`

const anchors: Build = (pick) =>
  `<p><a href="#s1">${pick.words()}</a>　<a href="#s2">${pick.words()}</a></p><h2><a name="s1"></a>${pick.words()}</h2><p>${pick.words()}</p>${pick(
    `<h2 id="s2">${pick.words()}</h2>`,
    `<h2><a name="s2">${pick.words()}</a></h2>`,
  )}<p><a href="/files/a.pdf" download="报告.pdf" target="_blank">${pick.words()}</a> <a href="mailto:a@example.com">a@example.com</a></p>`

const data: Build = (pick) =>
  `<p data-v-1="" style="margin:0">${pick.words()}</p><p><img src="/u/a.jpg" data-original="/u/a.jpg" alt="" style="max-width:100%"></p><ul data-x="1"><li>${pick.words()}</li></ul>`

const lists: Build = (pick) =>
  `<ol style="list-style:none"><li>1、${pick.words()}</li><li>2、${pick.words()}</li></ol><ul type="square"><li>${pick.words()}<ul><li>${pick.words()}</li></ul></li></ul>` +
  `<ol type="${pick('a', 'I')}" start="${pick(2, 4)}"><li>${pick.words()}</li><li value="9">${pick.words()}</li></ol><ul><li>${pick.words()}</li><ul><li>${pick.words()}</li></ul></ul>`

const readings: Build = (pick) =>
  `<p>${pick.words()}<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>${pick.words()}<abbr title="国内生产总值">GDP</abbr><q>${pick.words()}</q><kbd>Ctrl</kbd></p>` +
  `<figure><img src="/a.png" alt="图"><figcaption style="color:#666;font-size:13px">${pick.words()}</figcaption></figure>`

const plain: Build = (pick) =>
  pick(
    `　　${pick.words()}<br>\r\n　　${pick.words()}<br><br>\r\n　　${pick.words()}`,
    `${pick.words()}\n\n${pick.words()}`,
    `<DIV>${pick.words()}</DIV><DIV>&nbsp;</DIV><DIV><STRONG>${pick.words()}</STRONG></DIV>`,
    `<p>${pick.words()}<p>${pick.words()}<p>${pick.words()}`,
    `<pre style="white-space:pre-wrap">${pick.words()}\n  ${pick.words()}</pre>`,
  )

const boxes: Build = (pick) =>
  `<fieldset style="border:1px solid ${pick(...COLORS)};padding:10px;margin:8px 0"><legend style="color:red">${pick.words()}</legend><p style="font-size:14px">${pick.words()}</p></fieldset><address>${pick.words()}</address>`

const hidden: Build = (pick) =>
  `<p>${pick.words()}</p>${pick(
    `<div style="display:none"><a href="https://spam.example.com/">${pick.words()}</a></div>`,
    `<div style="position:absolute;left:-9999px">${pick.words()}</div>`,
    `<p><span style="font-size:0">${pick.words()}</span>${pick.words()}</p>`,
    `<marquee scrollamount="1" style="height:0;overflow:hidden">${pick.words()}</marquee>`,
  )}<p style="color:${pick(...COLORS)}">${pick.words()}</p>`

const wechat: Build = (pick) =>
  `<section style="margin-bottom: 16px; line-height: 1.75em;"><span style="font-size: 15px; letter-spacing: 1px; color: rgb(62, 62, 62);"><strong style="color: ${pick(...COLORS)};">${pick.words()}</strong>${pick.words()}</span></section>` +
  `<section style="text-align: center;"><img class="rich_pages" src="/u/w.png" style="width: 100%; height: auto !important; visibility: visible !important;"></section><p style="text-align: right;"><em><span style="font-size: 12px; color: rgb(136, 136, 136);">${pick.words()}</span></em></p>`

const BUILDERS: Readonly<Record<string, Build>> = {
  ueditor,
  kindeditor,
  '135editor': editor135,
  秀米: xiumi,
  'Word 筛选过的网页': wordFiltered,
  dedecms,
  'font 标签': fonts,
  表格: tables,
  嵌套的样式: spans,
  类名: classes,
  视频: films,
  页内链接: anchors,
  自定义属性: data,
  列表: lists,
  注音和图注: readings,
  纯文字: plain,
  边框: boxes,
  隐藏的文字: hidden,
  微信: wechat,
}

/** @param count how many; each builder in turn. */
export function archivedArticles(count: number): Archived[] {
  const builders = Object.entries(BUILDERS)
  return Array.from({ length: count }, (_none, at) => {
    const [name, build] = builders[at % builders.length] ?? ['', plain]
    return {
      name: `${name} ${Math.floor(at / builders.length) + 1}`,
      html: build(pickFrom(at + 1), at),
    }
  })
}
