import { Button, Field, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { Account, OpenWork } from '#shared/contract/accountEdit.ts'
import type { User } from '#shared/contract/account.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useDangerStyle } from '#renderer/ui/dialogs/dangerStyle.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { SearchOneOf } from '#renderer/ui/fields/SearchOneOf.tsx'
import { DELETE_QUESTION } from '#renderer/ui/list/useRemoveRows.ts'
import { namesOf } from './useAccountActions.ts'

const useStyles = makeStyles({
  work: { margin: 0, paddingInlineStart: '20px', lineHeight: tokens.lineHeightBase400, overflowWrap: 'anywhere' },
})

interface Props {
  accounts: readonly Account[]
  onClose: () => void
}

/** Confirms the deletion of accounts, and asks for a successor for their open work. */
export function RemoveDialog({ accounts, onClose }: Props) {
  const idList = accounts.map(({ id }) => id)
  const toast = useToast()
  const work = useRead('account.openWork', { idList }, { quiet: true })
  const remove = useWrite('account.deleteByIdList')
  const [heirId, setHeir] = useState(0)
  const dangerous = useDangerStyle()
  const open = work.data ?? []
  const send = (): void => {
    if (open.length > 0 && heirId === 0) return toast.error('请选择接手人')
    remove.mutate(
      { idList, heirId },
      {
        onSuccess: ({ code }) => code === SUCCESS && onClose(),
        // The accounts may have more open work than when the dialog was opened.
        onError: () => void work.refetch(),
      },
    )
  }
  return (
    <PanelDialog
      title={`删除${namesOf(accounts)}`}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            className={dangerous}
            appearance="primary"
            disabledFocusable={remove.isPending || !work.data}
            onClick={send}
          >
            {remove.isPending ? <Spinner size="tiny" label="正在删除…" /> : '删除'}
          </Button>
        </>
      }
    >
      <Text>{DELETE_QUESTION}</Text>
      {work.isPending && <Spinner size="tiny" label="正在检查未完成的工作…" />}
      {work.error && <ErrorState error={work.error} onRetry={() => void work.refetch()} />}
      {open.length > 0 && <Handover {...{ accounts, open, heirId }} onChange={setHeir} />}
    </PanelDialog>
  )
}

interface HandoverProps {
  accounts: readonly Account[]
  open: readonly OpenWork[]
  heirId: number
  onChange: (heirId: number) => void
}

/** The open work of the accounts, and the choice of a successor. */
function Handover({ accounts, open, heirId, onChange }: HandoverProps) {
  const styles = useStyles()
  const { data } = useRead('account.pageUser', { pageIndex: 1, pageSize: 10_000 })
  const leaving = new Set(accounts.map(({ id }) => id))
  const heirs = (data?.content ?? []).filter(({ id }) => !leaving.has(id)).map(heirOf)
  return (
    <>
      <Text>账号还有未完成的工作，请选择接手人：</Text>
      <ul className={styles.work}>
        {accounts.flatMap(({ id, userName }) => {
          const workOfAccount = open.filter(({ accountId }) => accountId === id)
          if (workOfAccount.length === 0) return []
          return (
            <li key={id}>{`${userName}：${workOfAccount.map(({ count, kind }) => `${count} ${kind}`).join('、')}`}</li>
          )
        })}
      </ul>
      <Field label="接手人" required>
        <SearchOneOf
          label="接手人"
          items={heirs}
          value={heirId}
          onChange={onChange}
          placeholder="请选择接手人"
          searchHint="按姓名或账号搜索"
          wide
        />
      </Field>
    </>
  )
}

const heirOf = ({ id, userName, trueName, groupName }: User) => ({
  id,
  title: trueName ? `${trueName}（${userName}）` : userName,
  note: groupName,
})
