import { Badge, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import {
  type FilterEntry,
  FILTERS,
  type NamedValue,
  type TagEntry,
  type TagParameter,
  TAGS,
  THINGS,
  VARIABLES,
} from '#engine/catalogue/index.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { kindTitle, parameterText } from './describe.ts'

const SECTIONS = [
  { id: 'tags', title: '标签' },
  { id: 'values', title: '变量和字段' },
  { id: 'filters', title: '过滤器' },
] as const
type Section = (typeof SECTIONS)[number]['id']

/** A group of values: the variables of every template, or the fields of a thing. */
interface ValueGroup {
  name: string
  title: string
  values: readonly NamedValue[]
}

/** The entries that match a search; each list may be empty. */
interface SearchResult {
  tags: TagEntry[]
  values: ValueGroup[]
  filters: FilterEntry[]
}

const GROUPS: readonly ValueGroup[] = [
  { name: '', title: '所有模板可用的变量', values: VARIABLES },
  ...Object.entries(THINGS).map(([name, { title, fields }]) => ({ name, title, values: fields })),
]

/** The entries of the catalogue that contain the text, in the catalogue's order; '' finds all. */
function searchCatalogue(typed: string): SearchResult {
  const text = typed.trim().toLowerCase()
  const has = (...texts: readonly string[]): boolean => texts.some((each) => each.toLowerCase().includes(text))
  return {
    tags: TAGS.filter((tag) => has(tag.name, tag.title, tag.text, ...tag.parameters.flatMap((p) => [p.name, p.title]))),
    values: GROUPS.flatMap((group) => {
      if (has(group.name, group.title)) return [group]
      const values = group.values.filter(({ name, title }) => has(name, title))
      return values.length > 0 ? [{ ...group, values }] : []
    }),
    filters: FILTERS.filter((filter) => has(filter.name, filter.title)),
  }
}

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, flex: '1 1 auto', minHeight: 0 },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    paddingBlock: tokens.spacingVerticalS,
  },
  entry: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap', margin: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace },
  example: {
    display: 'flex',
    alignItems: 'start',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  },
  pre: {
    flex: '1 1 auto',
    margin: 0,
    minWidth: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
  table: { borderCollapse: 'collapse', width: '100%' },
  cell: {
    textAlign: 'start',
    verticalAlign: 'top',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXS} 0`,
    fontWeight: tokens.fontWeightRegular,
  },
  name: { width: '150px', fontFamily: tokens.fontFamilyMonospace },
  kind: { width: '170px', color: tokens.colorNeutralForeground2 },
  caption: { textAlign: 'start', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  copy: { width: '40px' },
})

/** 模板标签手册: every tag, variable and filter that a template may use, with examples to copy. */
export function TagReference() {
  const styles = useStyles()
  const [typed, search] = useState('')
  const [section, setSection] = useState<Section>('tags')
  const matches = useMemo(() => searchCatalogue(typed), [typed])
  const tabs = SECTIONS.map(({ id, title }) => ({ id, title: `${title}（${matches[id].length}）` }))
  return (
    <div className={styles.root}>
      <Toolbar>
        <SearchBox value={typed} onSearch={search} placeholder="搜索标签、字段、过滤器" />
        <Text>在编辑器中输入或按 Ctrl+空格时，也会提示这些内容。</Text>
      </Toolbar>
      <Tabs tabs={tabs} selected={section} onSelect={setSection} panelClass={styles.panel}>
        {matches[section].length === 0 && (
          <EmptyState icon={SearchRegular} title={`没有找到“${typed}”`} text="请更换搜索词，或查看另外两个标签页。" />
        )}
        <SectionBody section={section} matches={matches} />
      </Tabs>
    </div>
  )
}

function SectionBody({ section, matches }: { section: Section; matches: SearchResult }) {
  if (section === 'tags') return matches.tags.map((tag) => <TagPart key={tag.name} tag={tag} />)
  if (section === 'filters') return matches.filters.map((filter) => <FilterPart key={filter.name} filter={filter} />)
  return matches.values.map((group) => <ValuesPart key={group.name} group={group} />)
}

function TagPart({ tag }: { tag: TagEntry }) {
  const styles = useStyles()
  const { name, form, of, title, text, parameters, variables, example } = tag
  return (
    <section className={styles.entry} aria-label={`标签 ${name}`}>
      <h2 className={styles.head}>
        <Text weight="semibold" size={400}>
          {title}
        </Text>
        <Text className={styles.code}>{form === 'block' ? `{% ${name} %} … {% end${name} %}` : `{% ${name} %}`}</Text>
        {of === 'liquid' && <Badge appearance="outline">Liquid 自带</Badge>}
      </h2>
      <Text>{text}</Text>
      {parameters.length > 0 && (
        <Rows
          caption="参数"
          label={`${name} 的参数`}
          rows={parameters.map((each) => ({ name: each.name, kind: KIND_OF[each.kind], text: parameterText(each) }))}
        />
      )}
      {variables.length > 0 && (
        <Rows caption="内部可用的变量" label={`${name} 内部可用的变量`} rows={variables.map(rowOf)} />
      )}
      <Example name={`${title}的例子`} text={example} />
    </section>
  )
}

function FilterPart({ filter: { name, title, parameters, example, result } }: { filter: FilterEntry }) {
  const styles = useStyles()
  return (
    <section className={styles.entry} aria-label={`过滤器 ${name}`}>
      <h2 className={styles.head}>
        <Text weight="semibold" className={styles.code}>
          {name}
        </Text>
        <Text>{title}</Text>
      </h2>
      {parameters !== '' && <Text>参数：{parameters}</Text>}
      <Example name={`${name} 的例子`} text={example} />
      {result !== undefined && (
        <Text>
          结果：<span className={styles.code}>{result}</span>
        </Text>
      )}
    </section>
  )
}

function ValuesPart({ group: { name, title, values } }: { group: ValueGroup }) {
  const styles = useStyles()
  return (
    <section className={styles.entry} aria-label={title}>
      <h2 className={styles.head}>
        <Text weight="semibold" size={400}>
          {title}
        </Text>
        {name !== '' && <Text className={styles.code}>{name}</Text>}
      </h2>
      <Rows label={title} rows={values.map((each) => ({ ...rowOf(each), copied: outputOf(name, each) }))} />
      {name === 'article' && <Text>还包括栏目类型中设置的字段，按字段名称使用，例如 article.source。</Text>}
    </section>
  )
}

const KIND_OF: Record<TagParameter['kind'], string> = {
  number: '数字',
  text: '文字',
  boolean: 'true 或 false',
  column: '栏目',
  file: '文件',
  variable: '变量',
}
/** Things without a name of their own, which only loops provide. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'media', 'pageLink'])
/** The output tag of a value; '' for values that are not text. */
const outputOf = (thing: string, { name, kind }: NamedValue): string =>
  NAMELESS.has(thing) || kind.endsWith('[]') || Object.hasOwn(THINGS, kind) ? '' : `{{ ${thing}.${name} }}`

interface Row {
  name: string
  kind: string
  text: string
  /** The text of the copy button; '' for none. */
  copied?: string
}
const rowOf = ({ name, kind, title }: NamedValue): Row => ({ name, kind: kindTitle(kind), text: title })

function Rows({ label, caption = '', rows }: { label: string; caption?: string; rows: readonly Row[] }) {
  const styles = useStyles()
  return (
    <table className={styles.table} aria-label={label}>
      {caption !== '' && <caption className={styles.caption}>{caption}</caption>}
      <tbody>
        {rows.map(({ name, kind, text, copied = '' }) => (
          <tr key={name}>
            <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
              {name}
            </th>
            <td className={mergeClasses(styles.cell, styles.kind)}>{kind}</td>
            <td className={styles.cell}>{text}</td>
            <td className={mergeClasses(styles.cell, styles.copy)}>
              {copied !== '' && <CopyButton name={copied} text={copied} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Example({ name, text }: { name: string; text: string }) {
  const styles = useStyles()
  return (
    <div className={styles.example}>
      <pre className={styles.pre}>{text.trimEnd()}</pre>
      <CopyButton name={name} text={text} />
    </div>
  )
}
