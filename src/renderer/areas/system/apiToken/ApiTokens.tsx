import { Button } from '@fluentui/react-components'
import { AddRegular, KeyRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { ApiToken } from '#shared/contract/apiToken.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { columnsOf } from './columns.tsx'
import { ShownOnceDialog } from '../shared/ShownOnceDialog.tsx'
import { TokenDialog } from './TokenDialog.tsx'

/** The tokens of the signed-in account; super administrators see all tokens. */
export function ApiTokens() {
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null)
  useAutoOpenFromUrl(() => setAdding(true))
  const list = useListState({ size: 20 })
  const read = useRead('apiToken.page', list.input, { quiet: true, keepPrevious: true })
  const { items } = useSiteItems()
  const confirm = useConfirm()
  const { mutateAsync: revoke } = useWrite('apiToken.revoke')
  const columns = useMemo(() => {
    const titles = new Map(items.map(({ id, title }) => [id, title]))
    return columnsOf({
      siteTitle: (id) => titles.get(id) ?? `站点 ${id}`,
      revoke: async ({ id, name }: ApiToken) => {
        if (
          await confirm({
            title: `吊销令牌“${name}”`,
            text: '吊销后，使用该令牌的程序立即无法调用接口，且无法恢复。',
            confirmText: '吊销',
            danger: true,
          })
        )
          await revoke({ id }).catch(() => undefined)
      },
    })
  }, [confirm, items, revoke])
  return (
    <ListScreen
      title="API 令牌"
      text="其他程序用令牌调用接口，请求头为 Authorization: Bearer sct.…。令牌的权限不超过创建人，接口说明见 /api/docs。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search="搜索名称或创建人"
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={() => setAdding(true)}>
          新增
        </Button>
      }
      empty={
        <EmptyState icon={KeyRegular} title="还没有 API 令牌" text="点击“新增”创建令牌，供需要调用接口的程序使用。" />
      }
    >
      {isAdding && (
        <TokenDialog onClose={() => setAdding(false)} onCreated={(name, token) => setCreated({ name, token })} />
      )}
      {created && !isAdding && (
        <ShownOnceDialog
          title={`令牌已创建：${created.name}`}
          name="令牌"
          secret={created.token}
          note="令牌只显示一次，请立即复制并保存到使用令牌的程序中。遗失后不能找回，只能吊销后重新新增。"
          onClose={() => setCreated(null)}
        />
      )}
    </ListScreen>
  )
}
