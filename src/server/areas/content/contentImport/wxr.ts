import { MAX_IMPORT_GROUPS } from '#shared/contract/contentImport.ts'
import { replaceSpans, findSpans } from './spans.ts'
import { addGroup, countItem, countSkipped, type SourceFacts, sourceKey, type SourceItem } from './source.ts'
import { type WxrElement, wxrElements } from './wxrParser.ts'

/** Keys of groups that are not categories. */
const PAGES_GROUP = 'page'
const UNCATEGORIZED_GROUP = 'none'
/** Post types that are not imported, as the Chinese WordPress names them. */
const SKIPPED_TYPES: Readonly<Record<string, string>> = {
  nav_menu_item: '导航菜单项',
  revision: '历史版本',
  custom_css: '自定义 CSS',
  customize_changeset: '外观设置',
  wp_block: '可重用区块',
  wp_template: '区块模板',
  wp_template_part: '区块模板',
  wp_navigation: '导航菜单',
  wp_global_styles: '全局样式',
  oembed_cache: '嵌入缓存',
}

/** The posts and pages of an export; collects the rest in `facts`. @throws as wxrElements */
export async function* wxrItems(bytes: AsyncIterable<Buffer>, facts: SourceFacts): AsyncGenerator<SourceItem, void> {
  let from = ''
  for await (const element of wxrElements(bytes)) {
    const { name, texts } = element
    if (name === 'title') facts.from = (texts.title ?? '').trim().slice(0, 254)
    else if (name === 'wp:base_blog_url' || (name === 'link' && from === '')) from = (texts[name] ?? '').trim()
    else if (name === 'wp:category') addCategory(facts, texts['wp:category_nicename'] ?? '', texts['wp:cat_name'] ?? '')
    else if (name === 'item') {
      const item = toItem(element, facts, from)
      if (!item) continue
      countItem(facts, item)
      yield item
    }
  }
}

const addCategory = (facts: SourceFacts, nicename: string, title: string): void =>
  addGroup(facts, `category:${nicename}`, title || nicename, MAX_IMPORT_GROUPS)

/** Null for an item that is not an entry; `facts` counts it by its type. */
function toItem({ line, texts, terms, comments }: WxrElement, facts: SourceFacts, from: string): SourceItem | null {
  const type = texts['wp:post_type'] ?? 'post'
  const status = texts['wp:status'] ?? 'publish'
  if (comments > 0) for (let at = 0; at < comments; at += 1) countSkipped(facts, '评论')
  if (type === 'attachment') {
    facts.remotePictures += 1
    return null
  }
  if (type !== 'post' && type !== 'page') {
    countSkipped(facts, SKIPPED_TYPES[type] ?? `“${type.slice(0, 50)}”类型的内容`)
    return null
  }
  if (status === 'trash' || status === 'auto-draft') {
    countSkipped(facts, '回收站中的内容和自动草稿')
    return null
  }
  const id = texts['wp:post_id'] || texts.guid || texts.link || ''
  const date = texts['wp:post_date'] ?? ''
  const isProtected = (texts['wp:post_password'] ?? '') !== ''
  if (isProtected) countSkipped(facts, '访问密码（内容导入为草稿）')
  return {
    row: line,
    key: sourceKey(`wxr ${from} ${id}`),
    title: (texts.title ?? '').trim(),
    html: addParagraphs(texts['content:encoded'] ?? ''),
    excerpt: (texts['excerpt:encoded'] ?? '').trim(),
    author: (texts['dc:creator'] ?? '').trim(),
    date: /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date) ? date : '',
    isPublished: status === 'publish' && !isProtected,
    groups: findGroups(facts, type, terms),
    base: texts.link || from,
  }
}

function findGroups(facts: SourceFacts, type: string, terms: WxrElement['terms']): string[] {
  if (type === 'page') {
    addGroup(facts, PAGES_GROUP, '页面', MAX_IMPORT_GROUPS)
    return [PAGES_GROUP]
  }
  const categories = terms.filter(({ domain }) => domain === 'category')
  for (const { nicename, title } of categories) addCategory(facts, nicename, title)
  if (categories.length > 0) return [...new Set(categories.map(({ nicename }) => `category:${nicename}`))]
  addGroup(facts, UNCATEGORIZED_GROUP, '未分类', MAX_IMPORT_GROUPS)
  return [UNCATEGORIZED_GROUP]
}

const BLOCK = /<(?:p|div|h[1-6]|ul|ol|table|blockquote|figure|pre|section|article)[\s>]/i

/** WordPress turns blank lines of texts from its classic editor into paragraphs when it displays them. */
export function addParagraphs(html: string): string {
  const remove = (): string => ''
  const withoutComments = replaceSpans(html, findSpans(html, { start: /<!--/, end: '-->' }), remove)
  const text = replaceSpans(
    withoutComments,
    findSpans(withoutComments, { start: /\[\/?caption/, end: ']' }),
    remove,
  ).trim()
  if (text === '' || BLOCK.test(text)) return text
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br />')}</p>`)
    .join('')
}
