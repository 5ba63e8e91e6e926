export interface WxrPost {
  id: number
  title: string
  content?: string
  category?: string
  status?: string
  type?: string
}

const cdata = (text: string): string => `<![CDATA[${text}]]>`

/** An item of a WordPress export, several lines long. */
export const wxrItem = ({
  id,
  title,
  content = '第一段\n\n第二段',
  category = '新闻',
  status = 'publish',
  type = 'post',
}: WxrPost): string => `
<item>
<title>${cdata(title)}</title>
<link>https://old.example/?p=${id}</link>
<dc:creator>${cdata('li')}</dc:creator>
<content:encoded>${cdata(content)}</content:encoded>
<excerpt:encoded>${cdata(`摘要 ${id}`)}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date>${cdata('2024-05-06 07:08:09')}</wp:post_date>
<wp:status>${cdata(status)}</wp:status>
<wp:post_type>${cdata(type)}</wp:post_type>
${type === 'post' ? `<category domain="category" nicename="${encodeURIComponent(category)}">${cdata(category)}</category>` : ''}
</item>`

export const WXR_HEAD = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>旧网站</title>
<wp:base_blog_url>https://old.example</wp:base_blog_url>`

/** An export as WordPress writes it. */
export const wxrOf = (posts: readonly WxrPost[]): string =>
  `${WXR_HEAD}${posts.map(wxrItem).join('')}\n</channel>\n</rss>\n`
