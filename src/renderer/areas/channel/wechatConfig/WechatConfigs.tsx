import { ChatMultipleRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { COLUMNS, titleOf } from './columns.tsx'
import { ConfigDialog } from './ConfigDialog.tsx'

/** The WeChat official accounts of a site (C·§2). */
export function WechatConfigs() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('wechatConfig.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('wechatConfig.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '公众号管理',
        add: '新增',
        search: '搜索名称或 appId',
        emptyTitle: '该站点还没有公众号',
        emptyText: '点击“新增”添加公众号，再在“公众号规则”中设置内容推送或文章拉取。',
      }}
      icon={ChatMultipleRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={titleOf}
      remove={({ id, title }) => remove([id], `删除公众号“${title}”`)}
      renderDialog={(config, site) => <ConfigDialog config={config} {...site} />}
    />
  )
}
