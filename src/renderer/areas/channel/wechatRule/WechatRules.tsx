import { ArrowSyncRegular, DeleteRegular, DocumentTextRegular, EditRegular, PlayRegular } from '@fluentui/react-icons'
import { Badge } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { PUSH, type WechatRule } from '#shared/contract/wechat.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { LogDialog } from './LogDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'

const titleOf = ({ title }: WechatRule): string => title
type Opened = { dialog: 'rule'; rule: WechatRule | null } | { dialog: 'log'; rule: WechatRule }

/** C·§2: the rules of a site; what each takes to or from its official account. */
export function WechatRules() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('WechatRules', opened, setOpened)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('wechatRule.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('wechatRule.deleteByIdList', list)
  const { mutateAsync: turn } = useWrite('wechatRule.updateRun')
  const { mutateAsync: start } = useWrite('wechatRule.run')
  const actions = useMemo<EditRemove<WechatRule>>(
    () => ({
      edit: (rule) => setOpened({ dialog: 'rule', rule }),
      remove: ({ id, title }) => void remove([id], `删除规则“${title}”`),
    }),
    [remove],
  )
  const columns = useMemo((): TableColumn<WechatRule>[] => {
    const run = async ({ id, title }: WechatRule): Promise<void> => {
      const answer = await start({ id }).catch(() => null)
      if (answer?.code === SUCCESS) followJob({ jobId: answer.data.jobId, title: `执行规则“${title}”` })
    }
    return [
      { key: 'title', title: '标题', least: 140, render: titleOf },
      { key: 'type', title: '数据规则', width: '84px', render: (rule) => <TypeBadge rule={rule} /> },
      {
        key: 'isRun',
        title: '启用',
        width: '76px',
        render: ({ id, title, isRun }) => (
          <SwitchCell checked={isRun} label={`启用 ${title}`} change={(next) => turn({ id, isRun: next })} />
        ),
      },
      { key: 'menu', title: '源站栏目', width: '18%', least: 110, render: ({ menuTitle }) => menuTitle },
      {
        key: 'account',
        title: '公众号',
        width: '18%',
        least: 110,
        render: ({ configTitle }) => configTitle || '站点的第一个公众号',
      },
      { key: 'results', title: '成功 / 失败', width: '108px', render: ({ done, failed }) => `${done} / ${failed}` },
      {
        key: 'actions',
        title: '操作',
        width: '140px',
        align: 'end',
        pin: 'end',
        render: (rule) => (
          <RowActions
            row={rule.title}
            actions={[
              { title: '立即执行', icon: PlayRegular, run: () => void run(rule) },
              { title: '日志', icon: DocumentTextRegular, run: () => setOpened({ dialog: 'log', rule }) },
              { title: '编辑', icon: EditRegular, run: () => actions.edit(rule) },
              { title: '删除', icon: DeleteRegular, run: () => actions.remove(rule) },
            ]}
          />
        ),
      },
    ]
  }, [actions, start, turn])
  return (
    <SiteRecordsScreen
      title="公众号规则"
      text="推送：把栏目中已发布的内容存为公众号的草稿。拉取：把公众号已发布的文章存为栏目的草稿。每篇只处理一次。"
      list={list}
      read={read}
      columns={columns}
      rowLabel={titleOf}
      search="搜索标题"
      add={{ title: '新增规则', run: () => setOpened({ dialog: 'rule', rule: null }) }}
      empty={{ icon: ArrowSyncRegular, title: '这个站点还没有公众号规则' }}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened?.dialog === 'rule' && <RuleDialog rule={opened.rule} siteId={siteId} onClose={() => setOpened(null)} />}
      {opened?.dialog === 'log' && <LogDialog rule={opened.rule} onClose={() => setOpened(null)} />}
    </SiteRecordsScreen>
  )
}

function TypeBadge({ rule: { ruleType } }: { rule: WechatRule }) {
  const isPush = ruleType === PUSH
  return (
    <Badge appearance="tint" color={isPush ? 'brand' : 'success'}>
      {isPush ? '推送' : '拉取'}
    </Badge>
  )
}
