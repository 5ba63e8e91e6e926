import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { isTest } from './tree.ts'

/** Words in exported names that a stranger would not search for; use the standard term instead (docs/glossary). */
const VAGUE = new Set(
  `anew among apart beyond carry clue deaf deed desk given gives gone hear heard heir hold holds keep kept lack lacking late
  living moment moments most patience place places room said seen standing take takes tell tells told torn trouble wanted
  wish wishes young`.split(/\s+/),
)
const EXPORTED = /^export (?:async |abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm

/** Checks exported names of the program. */
export function nameProblems({ path, text }: SourceFile): Problem[] {
  if (!path.startsWith('src/')) return []
  return [...text.matchAll(EXPORTED)].flatMap(({ 1: name = '', index }) => {
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split('_')
    const vague = words.find((word) => VAGUE.has(word))
    const isView = path.endsWith('.tsx') && /^[A-Z]\w*[a-z]View$/.test(name) && !name.endsWith('NodeView')
    const message = vague
      ? `${name}: “${vague}” says little; use the field's term`
      : isView && `${name}: name the component after what it shows`
    return message ? [{ path, line: text.slice(0, index).split('\n').length, message }] : []
  })
}

/** Phrases that made readers of a comment read it twice. */
const RIDDLES =
  /\b(?:(?:is|are|was|were) (?:told|heard|gone on)|goes for|given back|taken off|goes along|looked at|in vain|whose turn)\b/i

/** Chinese words with a better one for everybody; the texts of the user's documents have none of them. */
const CHINESE: readonly (readonly [RegExp, string])[] = [
  [/[你妳]|他们|大家/, '您, only where needed, or the noun'],
  [/看看|马上|是不是|有没有|来到|的样子|用不了|连接?不上/, 'the plain word: 查看, 立即, 是否, 无法'],
  [/这里|那里|那时|这一处/, 'the name of the object'],
  [/今日|最近 ?\d+ ?天/, '今天, 近 7 天'],
  [/访问者/, '访客'],
  [/登录名/, '账号'],
  [/回应|答复|应答/, '响应'],
  [/未阅读|标为已读/, '未读, 设为已读'],
  [/撤下|放回/, '取消发布, 还原'],
]

/** Checks comments and Chinese texts (docs/glossary). */
export function phraseProblems({ path, text, comments }: SourceFile): Problem[] {
  if (isTest(path) || !/^(?:src|scripts|bench)\//.test(path)) return []
  const riddles = comments.flatMap(({ text: comment, line }) => {
    const found = RIDDLES.exec(comment)
    return found ? [{ path, line, message: `“${found[0]}” in a comment: write a sentence with a named subject` }] : []
  })
  if (!path.startsWith('src/')) return riddles
  const commented = comments.map((comment) => comment.text).join('\n')
  const chinese = text.split('\n').flatMap((line, index) =>
    CHINESE.flatMap(([words, better]) => {
      const found = words.exec(line)
      if (!found || commented.includes(line.trim().replace(/^[/*\s]+/, ''))) return []
      return [{ path, line: index + 1, message: `“${found[0]}”: write ${better}` }]
    }),
  )
  return [...riddles, ...chinese]
}
