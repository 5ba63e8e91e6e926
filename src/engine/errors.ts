import { LiquidError } from 'liquidjs'

/** An error in a template; `message` is Chinese and names a remedy where possible. */
class TemplateError extends Error {
  /** Path in the template's folder; '': no file. */
  readonly file: string
  /** Line number from 1; 0: none. */
  readonly line: number
  constructor(message: string, file: string, line: number) {
    super(message)
    this.name = 'TemplateError'
    this.file = file
    this.line = line
  }
}

/** Messages of Liquid and their translations. */
const TRANSLATIONS: readonly [RegExp, (parts: readonly string[]) => string][] = [
  [/^undefined filter: ([\s\S]+)/, ([name]) => `没有过滤器“${name}”，请检查拼写`],
  [/^tag "?([^"]+?)"? not found/, ([name]) => `没有标签“${name}”，请检查拼写，可用的标签见“模板标签手册”`],
  [/^tag ([\s\S]+) not closed/, ([tag]) => `标签 ${tag} 未结束，请加上对应的 end 标签`],
  [/^output ([\s\S]+) not closed/, ([tag]) => `输出 ${tag} 没有以 }} 结束`],
  [/^raw ([\s\S]+) not closed/, ([tag]) => `标签 ${tag} 未结束，请加上 {% endraw %}`],
  [/^template render limit exceeded/, () => '页面生成超时，请检查循环的次数和嵌套'],
  [/^memory alloc limit exceeded/, () => '页面使用的数据过多，请减少循环或列表的数量'],
  [/^parse length limit exceeded/, () => '模板文件过大，请拆分为多个文件'],
  [/^undefined variable: ([\s\S]+)/, ([name]) => `变量“${name}”不存在，请检查拼写`],
  [/^illegal file path/, () => '包含的文件名有误，请检查名称'],
  [/^block tag cannot be nested/, () => '同名的 block 不能互相包含'],
  [/^(?:illegal|invalid|unexpected|expected?|missing)\b/, () => '语法有误，请检查标签、括号和引号'],
  [/^Maximum call stack size exceeded/, () => '模板互相包含或嵌套过深，请检查 include 和 layout'],
]

/** Converts an error of parsing or rendering to a TemplateError. */
export function toTemplateError(thrown: unknown): TemplateError {
  if (thrown instanceof TemplateError) return thrown
  if (!LiquidError.is(thrown))
    return new TemplateError(translate(String(thrown instanceof Error ? thrown.message : thrown)), '', 0)
  const { originalError: inner, token } = thrown as LiquidError & { originalError?: unknown; token: Positioned }
  if (inner instanceof TemplateError) return inner
  const [line] = token.getPosition()
  const said = inner instanceof Error ? inner.message : thrown.message
  // Removes the location that Liquid appends, because file and line are separate properties.
  return new TemplateError(
    translate(said.replace(/, (?:file:[\s\S]*?, )?line:\d+(?:, col:\d+)?[\s\S]*$/, '')),
    token.file ?? '',
    line ?? 0,
  )
}

interface Positioned {
  file?: string
  getPosition(): number[]
}

function translate(said: string): string {
  if (/\p{Script=Han}/u.test(said)) return said
  for (const [pattern, words] of TRANSLATIONS) {
    const found = pattern.exec(said)
    if (found) return words(found.slice(1).map((part) => part.slice(0, 80)))
  }
  return `模板有错误：${said.slice(0, 200)}`
}
