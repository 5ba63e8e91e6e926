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
import { describeAccounts } from './useAccountActions.ts'

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
  const dangerStyle = useDangerStyle()
  const openWork = work.data ?? []
  const submit = (): void => {
    if (openWork.length > 0 && heirId === 0) return toast.error('请选择接手人')
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
      title={`删除${describeAccounts(accounts)}`}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            className={dangerStyle}
            appearance="primary"
            disabledFocusable={remove.isPending || !work.data}
            onClick={submit}
          >
            {remove.isPending ? <Spinner size="tiny" label="正在删除…" /> : '删除'}
          </Button>
        </>
      }
    >
      <Text>{DELETE_QUESTION}</Text>
      {work.isPending && <Spinner size="tiny" label="正在检查未完成的工作…" />}
      {work.error && <ErrorState error={work.error} onRetry={() => void work.refetch()} />}
      {openWork.length > 0 && <SuccessorChoice {...{ accounts, open: openWork, heirId }} onChange={setHeir} />}
    </PanelDialog>
  )
}

interface SuccessorChoiceProps {
  accounts: readonly Account[]
  open: readonly OpenWork[]
  heirId: number
  onChange: (heirId: number) => void
}

/** The open work of the accounts, and the choice of a successor. */
function SuccessorChoice({ accounts, open, heirId, onChange }: SuccessorChoiceProps) {
  const styles = useStyles()
  const { data } = useRead('account.pageUser', { pageIndex: 1, pageSize: 10_000 })
  const removedIds = new Set(accounts.map(({ id }) => id))
  const successors = (data?.content ?? []).filter(({ id }) => !removedIds.has(id)).map(toSuccessor)
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
          items={successors}
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

const toSuccessor = ({ id, userName, trueName, groupName }: User) => ({
  id,
  title: trueName ? `${trueName}（${userName}）` : userName,
  note: groupName,
})
