import {
  type FilterEntry,
  type NamedValue,
  type TagEntry,
  type TagParameter,
  THINGS,
  type ValueKind,
} from '#engine/catalogue/index.ts'

const code = (text: string): string => `\`${text}\``
const fenced = (text: string): string => `\`\`\`html\n${text.trimEnd()}\n\`\`\``

const KINDS: Partial<Record<string, string>> = {
  text: '文字',
  number: '数字',
  boolean: '是或否',
  html: '富文本',
  date: '时间',
}
/** The Chinese name of a kind of value. */
export function kindTitle(kind: ValueKind): string {
  const element = kind.replace('[]', '')
  const title = KINDS[element] ?? THINGS[element as keyof typeof THINGS].title.split('：')[0] ?? element
  return kind.endsWith('[]') ? `${title}的列表` : title
}

export const parameterText = ({ title, values, defaultText }: TagParameter): string =>
  [title, values && `可用：${values.join('、')}`, defaultText && `省略时：${defaultText}`]
    .filter((part) => part !== undefined)
    .join('。')

/** Markdown about a tag. */
export function tagText({ name, form, title, text, parameters, variables, example }: TagEntry): string {
  const written = form === 'block' ? `{% ${name} %} … {% end${name} %}` : `{% ${name} %}`
  return [
    `**${title}** ${code(written)}`,
    text,
    ...(parameters.length > 0
      ? [parameters.map((each) => `- ${code(each.name)} ${parameterText(each)}`).join('\n')]
      : []),
    ...(variables.length > 0
      ? [`内部可用 ${variables.map((each) => `${code(each.name)} ${each.title}`).join('、')}`]
      : []),
    fenced(example),
  ].join('\n\n')
}

export const filterText = ({ name, title, parameters, example, result }: FilterEntry): string =>
  [
    `**${title}** ${code(name)}`,
    ...(parameters === '' ? [] : [`参数：${parameters}`]),
    fenced(example),
    ...(result === undefined ? [] : [`结果：${code(result)}`]),
  ].join('\n\n')

export const valueText = ({ name, title, kind }: NamedValue): string =>
  `**${title}** ${code(name)}（${kindTitle(kind)}）`
export const parameterHelp = (tag: string, parameter: TagParameter): string =>
  `标签 ${code(tag)} 的参数 ${code(parameter.name)}：${parameterText(parameter)}`
