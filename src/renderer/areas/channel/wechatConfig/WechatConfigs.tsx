import { ChatMultipleRegular } from '@fluentui/react-icons'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { COLUMNS, titleOf } from './columns.tsx'
import { ConfigDialog } from './ConfigDialog.tsx'

/** C·§2: the official accounts of a site, by name and appId. */
export function WechatConfigs() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('wechatConfig.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('wechatConfig.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '公众号管理',
        add: '添加',
        search: '搜索名称或appId',
        emptyTitle: '这个站点还没有公众号',
        emptyText: '添加后，可以在“公众号规则”中把内容推送到公众号，或拉取公众号的文章。',
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
