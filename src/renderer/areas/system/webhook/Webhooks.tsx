import { Button } from '@fluentui/react-components'
import {
  AddRegular,
  DeleteRegular,
  DocumentTextRegular,
  EditRegular,
  PlugConnectedRegular,
  SendRegular,
} from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Webhook } from '#shared/contract/webhook.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useAskedToBegin } from '#renderer/ui/page/useAddressParam.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { HookDialog } from './HookDialog.tsx'
import { LogDialog } from './LogDialog.tsx'
import { ShownOnceDialog } from '../shared/ShownOnceDialog.tsx'
import { eventName } from './eventNames.ts'

const nameOf = ({ name }: Webhook): string => name
type Opened = { dialog: 'form'; hook: Webhook | null } | { dialog: 'log'; hook: Webhook }

/** Addresses of other programs that are told what happens. */
export function Webhooks() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  useAskedToBegin(() => setOpened({ dialog: 'form', hook: null }))
  const list = useListState({ size: 20 })
  const read = useRead('webhook.page', list.input, { quiet: true, keepPrevious: true })
  const remove = useRemoveRows('webhook.deleteByIdList', list)
  const { mutateAsync: test } = useWrite('webhook.test')
  const { items } = useSiteItems()
  const toast = useToast()
  const actions = useMemo(
    () => ({
      edit: (hook: Webhook) => setOpened({ dialog: 'form', hook }),
      remove: ({ id, name }: Webhook) => void remove([id], `删除 Webhook“${name}”和它的日志`),
    }),
    [remove],
  )
  const columns = useMemo((): TableColumn<Webhook>[] => {
    const titles = new Map(items.map(({ id, title }) => [id, title]))
    const tryOut = async ({ id, name }: Webhook): Promise<void> => {
      const answer = await test({ id }).catch(() => null)
      if (answer?.code !== SUCCESS) return
      if (answer.data.state === 'done') toast.success(`“${name}”测试成功，对方已收到`)
      else toast.error(`“${name}”测试没有成功：${answer.data.reason}`)
    }
    return [
      { key: 'name', title: '名称', width: '14%', least: 110, render: nameOf },
      { key: 'url', title: '接收地址', width: '22%', least: 160, render: ({ url }) => url },
      {
        key: 'events',
        title: '事件',
        width: '16%',
        least: 120,
        render: ({ events }) => events.map(eventName).join('、'),
      },
      {
        key: 'sites',
        title: '站点',
        least: 96,
        render: ({ siteIds }) => siteIds.map((id) => titles.get(id) ?? `站点 ${id}`).join('、') || '全部站点',
      },
      { key: 'state', title: '状态', width: '104px', render: (hook) => <StateBadges badges={[stateOf(hook)]} /> },
      {
        key: 'last',
        title: '最近发送',
        width: '140px',
        render: ({ lastDate }) => lastDate.slice(0, 16) || '还没有发送',
      },
      {
        key: 'actions',
        title: '操作',
        width: '140px',
        align: 'end',
        pin: 'end',
        render: (hook) => (
          <RowActions
            row={hook.name}
            actions={[
              { title: '测试', icon: SendRegular, run: () => void tryOut(hook) },
              { title: '日志', icon: DocumentTextRegular, run: () => setOpened({ dialog: 'log', hook }) },
              { title: '编辑', icon: EditRegular, run: () => actions.edit(hook) },
              { title: '删除', icon: DeleteRegular, run: () => actions.remove(hook) },
            ]}
          />
        ),
      },
    ]
  }, [actions, items, test, toast])
  const close = (): void => setOpened(null)
  return (
    <ListScreen
      title="Webhook"
      text="内容、站点或静态页面有变化时，把事件以 JSON 发送到其他程序的地址，并用密钥签名。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search="搜索名称或地址"
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ dialog: 'form', hook: null })}>
          新建
        </Button>
      }
      empty={
        <EmptyState
          icon={PlugConnectedRegular}
          title="还没有 Webhook"
          text="点“新建”填写接收地址和事件，有变化时自动通知。"
        />
      }
    >
      {opened?.dialog === 'form' && (
        <HookDialog hook={opened.hook} onClose={close} onSecret={(name, text) => setSecret({ name, secret: text })} />
      )}
      {opened?.dialog === 'log' && <LogDialog hook={opened.hook} onClose={close} />}
      {secret && !opened && (
        <ShownOnceDialog
          title={`“${secret.name}”的签名密钥`}
          name="签名密钥"
          secret={secret.secret}
          note="密钥只显示这一次，请现在复制到接收程序中。请求头 x-sitecraft-signature 是 v1= 加上“时间戳.正文”的 HMAC-SHA256（十六进制），时间戳在 x-sitecraft-timestamp 中。"
          onClose={() => setSecret(null)}
        />
      )}
    </ListScreen>
  )
}

/** Off by the server, off by hand, or how the last delivery went. */
function stateOf({ isOn, offReason, lastDate, lastOk }: Webhook) {
  if (!isOn && offReason) return { title: '已自动关闭', color: 'danger' } as const
  if (!isOn) return { title: '关闭', color: 'informative' } as const
  if (lastDate && !lastOk) return { title: '发送失败', color: 'warning' } as const
  return { title: '启用', color: 'success' } as const
}
