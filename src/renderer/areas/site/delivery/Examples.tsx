import { Body1, makeStyles, Subtitle2, tokens } from '@fluentui/react-components'
import type { Column } from '#shared/contract/column.ts'
import { type DeliveryMode, deliveryOperations } from '#shared/contract/delivery.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXL,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  title: { margin: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0 },
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  line: { display: 'flex', alignItems: 'start', gap: tokens.spacingHorizontalS, margin: 0 },
  code: {
    flexGrow: 1,
    minWidth: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
  text: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  siteId: number
  mode: DeliveryMode
  /** A column that the API may read. */
  column: Column | undefined
}

type DeliveryOperation = 'delivery.entries' | 'delivery.entry' | 'delivery.columns' | 'delivery.labels'

/** Example calls with the addresses of this site. */
export function Examples({ siteId, mode, column }: Props) {
  const styles = useStyles()
  const base = useSession()?.connection?.baseUrl ?? ''
  const columnParam = column ? column.code || String(column.id) : 'news'
  const addressOf = (name: DeliveryOperation, query = ''): string => {
    const path = deliveryOperations[name].path.replace('{siteId}', String(siteId)).replace('{id}', '1024')
    return `${base.replace(/\/$/, '')}/${path}${query}`
  }
  const list = addressOf('delivery.entries', `?column=${encodeURIComponent(columnParam)}&page=1&size=20`)
  const header = mode === 'public' ? '' : " \\\n  -H 'Authorization: Bearer sct.…'"
  const examples = [
    ['列表', list],
    ['按字段、标签和日期筛选', `${list}&filter=title:新品&labelId=3&from=2026-01-01&to=2026-12-31`],
    ['一篇内容', addressOf('delivery.entry')],
    ['栏目和字段', addressOf('delivery.columns')],
    ['标签', addressOf('delivery.labels')],
    ['命令行示例', `curl '${list}'${header}`],
  ] as const
  const who = {
    off: '当前未开放。保存“凭令牌读取”或“公开读取”后，可以使用以下地址调用。',
    token: '请求头须包含 Authorization: Bearer 和 API 令牌；令牌在“API 令牌”中新增，并勾选“读取已发布的内容”。',
    public: '任何人都可以调用，不需要令牌；其他网站的页面也可以直接调用。',
  }[mode]
  return (
    <section className={styles.root} aria-label="调用示例">
      <Subtitle2 as="h2" className={styles.title}>
        调用示例
      </Subtitle2>
      <Body1>{who}</Body1>
      <dl className={styles.list}>
        {examples.map(([name, text]) => (
          <div key={name} className={styles.item}>
            <dt>{name}</dt>
            <dd className={styles.line}>
              <code className={styles.code}>{text}</code>
              <CopyButton name={name} text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <Body1 className={styles.text}>
        {'响应带有 ETag；再次请求时在 If-None-Match 中填写该值，没有变化时返回 304。'}
        {'参数和返回的说明见 /api/docs 中的 delivery。'}
      </Body1>
    </section>
  )
}
