import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { COLUMN_TYPE, manageUrlOf, initialPermissions } from '#shared/domain/columnType.ts'
import { PERMISSION_NAMES } from '#shared/domain/permissionNames.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTypeTag } from '#renderer/features/columns/ColumnTypeTag.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'stretch',
  },
})

/** Purpose and addresses of each column type. */
const TYPES = [
  {
    type: COLUMN_TYPE.article,
    title: '单页',
    text: '只有一篇内容的栏目，例如“公司简介”“联系我们”。打开栏目即编辑该内容。',
    front: '一个页面：列表页地址和列表页模板',
  },
  {
    type: COLUMN_TYPE.list,
    title: '列表',
    text: '有多篇内容的栏目，例如新闻、产品、招聘。内容在列表中新增、审批和发布。',
    front: '列表页（自动分页）和每篇内容的详情页',
  },
  {
    type: COLUMN_TYPE.plain,
    title: '普通栏目',
    text: '没有自身内容，用于归集下级栏目，或链接到其他网址。',
    front: '可选的频道页：列表页地址和列表页模板',
  },
] as const

const permissionName = (code: number): string => PERMISSION_NAMES.find(({ id }) => id === code)?.title ?? ''
const kindOf = (menuType: number): number =>
  menuType === COLUMN_TYPE.article || menuType === COLUMN_TYPE.list ? menuType : COLUMN_TYPE.plain

/** 栏目类型: what the three types are, and how many columns of the site have each (A·§2 names the menu entry alone). */
export function ColumnTypes() {
  const styles = useStyles()
  const [siteId, choose] = useSiteChoice()
  const { data, error, refetch } = useRead('columnType.counts', { siteId }, { quiet: true, enabled: siteId > 0 })
  const countOf = (type: number, name: 'columns' | 'entries'): string => {
    if (!data) return '—'
    const found = data.filter(({ menuType }) => kindOf(menuType) === type)
    return String(found.reduce((all, each) => all + each[name], 0))
  }
  return (
    <Page>
      <PageHeader title="栏目类型" text="栏目有三种类型，在“栏目管理”中新增或编辑栏目时选择。" />
      <Toolbar>
        <SiteSelect value={siteId} onChange={choose} />
      </Toolbar>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <div className={styles.cards}>
        {TYPES.map(({ type, title, text, front }) => (
          <Card key={type} title={title} actions={<ColumnTypeTag menuType={type} />}>
            <Text>{text}</Text>
            <Facts
              facts={[
                { name: '本站点栏目', value: countOf(type, 'columns') },
                { name: '内容', value: type === COLUMN_TYPE.plain ? '没有内容' : `${countOf(type, 'entries')} 篇` },
                { name: '网站页面', value: front },
                { name: '后台地址', value: manageUrlOf(type, 0).replace(/0$/, '{栏目编号}') || '没有' },
                { name: '默认操作', value: initialPermissions(type).map(permissionName).join('、') },
              ]}
            />
          </Card>
        ))}
      </div>
    </Page>
  )
}
