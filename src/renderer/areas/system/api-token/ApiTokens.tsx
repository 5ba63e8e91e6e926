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
import { useAskedToBegin } from '#renderer/ui/page/useAddressParam.ts'
import { columnsOf } from './columns.tsx'
import { ShownOnceDialog } from '../shared/ShownOnceDialog.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { TOKEN } from './text.ts'

/** The tokens of the signed-in account; super administrators see everybody's. */
export function ApiTokens() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  useAskedToBegin(() => setAdding(true))
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
            title: TOKEN.revokeTitle(name),
            text: TOKEN.revokeText,
            confirmText: TOKEN.revoke,
            danger: true,
          })
        )
          await revoke({ id }).catch(() => undefined)
      },
    })
  }, [confirm, items, revoke])
  return (
    <ListScreen
      title={TOKEN.title}
      text={TOKEN.help}
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search={TOKEN.search}
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={() => setAdding(true)}>
          {TOKEN.add}
        </Button>
      }
      empty={<EmptyState icon={KeyRegular} title={TOKEN.empty} text={TOKEN.emptyText} />}
    >
      {isAdding && <TokenDialog onClose={() => setAdding(false)} onMade={(name, token) => setMade({ name, token })} />}
      {made && !isAdding && (
        <ShownOnceDialog
          title={TOKEN.made(made.name)}
          name={TOKEN.token}
          secret={made.token}
          note={TOKEN.madeNote}
          onClose={() => setMade(null)}
        />
      )}
    </ListScreen>
  )
}
