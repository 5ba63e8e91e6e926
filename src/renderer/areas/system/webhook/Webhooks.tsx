import { Button } from '@fluentui/react-components'
import { AddRegular, PlugConnectedRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Webhook } from '#shared/contract/webhook.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { columnsOf, type HookActions, nameOf } from './columns.tsx'
import { HookDialog } from './HookDialog.tsx'
import { LogDialog } from './LogDialog.tsx'
import { ShownOnceDialog } from '../shared/ShownOnceDialog.tsx'

type Opened = { dialog: 'form'; hook: Webhook | null } | { dialog: 'log'; hook: Webhook }

/** Addresses of other programs to which events are sent. */
export function Webhooks() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  useAutoOpenFromUrl(() => setOpened({ dialog: 'form', hook: null }))
  const list = useListState({ size: 20 })
  const read = useRead('webhook.page', list.input, { quiet: true, keepPrevious: true })
  const remove = useRemoveRows('webhook.deleteByIdList', list)
  const { mutateAsync: test } = useWrite('webhook.test')
  const { items } = useSiteItems()
  const toast = useToast()
  const actions = useMemo<HookActions>(
    () => ({
      test: async ({ id, name }) => {
        const answer = await test({ id }).catch(() => null)
        if (answer?.code !== SUCCESS) return
        if (answer.data.state === 'done') toast.success(`“${name}”测试成功，接收方已收到`)
        else toast.error(`“${name}”测试失败：${answer.data.reason}`)
      },
      log: (hook) => setOpened({ dialog: 'log', hook }),
      edit: (hook) => setOpened({ dialog: 'form', hook }),
      remove: ({ id, name }) => void remove([id], `删除 Webhook“${name}”及其日志`),
    }),
    [remove, test, toast],
  )
  const columns = useMemo(
    () => columnsOf(actions, new Map(items.map(({ id, title }) => [id, title]))),
    [actions, items],
  )
  const close = (): void => setOpened(null)
  return (
    <ListScreen
      title="Webhook"
      text="内容、站点或静态页面有变化时，将事件以 JSON 发送到其他程序的地址，并用密钥签名。"
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
          新增
        </Button>
      }
      empty={
        <EmptyState
          icon={PlugConnectedRegular}
          title="还没有 Webhook"
          text="点击“新增”填写接收地址和事件，有变化时自动通知。"
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
          note="密钥只显示一次，请立即复制到接收程序中。请求头 x-sitecraft-signature 是 v1= 加上“时间戳.正文”的 HMAC-SHA256（十六进制），时间戳在 x-sitecraft-timestamp 中。"
          onClose={() => setSecret(null)}
        />
      )}
    </ListScreen>
  )
}
