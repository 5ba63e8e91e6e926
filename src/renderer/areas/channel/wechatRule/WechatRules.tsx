import { ArrowSyncRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { WechatRule } from '#shared/contract/wechat.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf, type RuleActions, titleOf } from './columns.tsx'
import { LogDialog } from './LogDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'

type Opened = { dialog: 'rule'; rule: WechatRule | null } | { dialog: 'log'; rule: WechatRule }

/** Rules that push entries to an official account or pull its articles (C·§2). */
export function WechatRules() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('WechatRules', opened, setOpened)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('wechatRule.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('wechatRule.deleteByIdList', list)
  const { mutateAsync: setRunning } = useWrite('wechatRule.updateRun')
  const { mutateAsync: start } = useWrite('wechatRule.run')
  const actions = useMemo<RuleActions>(
    () => ({
      setRunning: (id, isRun) => setRunning({ id, isRun }),
      run: async ({ id, title }) => {
        const answer = await start({ id }).catch(() => null)
        if (answer?.code === SUCCESS) followJob({ jobId: answer.data.jobId, title: `执行规则“${title}”` })
      },
      log: (rule) => setOpened({ dialog: 'log', rule }),
      edit: (rule) => setOpened({ dialog: 'rule', rule }),
      remove: ({ id, title }) => void remove([id], `删除规则“${title}”`),
    }),
    [remove, start, setRunning],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <SiteRecordsScreen
      title="公众号规则"
      text="推送：把栏目中已发布的内容存为公众号的草稿。拉取：把公众号已发布的文章存为栏目的草稿。每篇文章只处理一次。"
      list={list}
      read={read}
      columns={columns}
      rowLabel={titleOf}
      search="搜索标题"
      add={{ title: '新增规则', run: () => setOpened({ dialog: 'rule', rule: null }) }}
      empty={{ icon: ArrowSyncRegular, title: '该站点还没有公众号规则' }}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened?.dialog === 'rule' && <RuleDialog rule={opened.rule} siteId={siteId} onClose={() => setOpened(null)} />}
      {opened?.dialog === 'log' && <LogDialog rule={opened.rule} onClose={() => setOpened(null)} />}
    </SiteRecordsScreen>
  )
}
