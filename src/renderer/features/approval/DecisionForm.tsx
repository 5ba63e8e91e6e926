import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { APPROVAL_LIMIT, type ApprovalDetail } from '#shared/contract/approval.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'end',
    gap: tokens.spacingHorizontalM,
    // The width of the large dialog; a dialog's action row would only be as wide as its content.
    width: 'min(1072px, calc(100vw - 80px))',
    paddingTop: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  field: { flex: '1 1 auto', minWidth: 0 },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS, flexShrink: 0 },
})

interface Props {
  detail: ApprovalDetail
  onClose: () => void
}

/** B·§2, B·§5: the opinion, 同意 and 拒绝; each decision is confirmed. */
export function DecisionForm({ detail: { taskId, siteId, title }, onClose }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { busy, run } = useSaveLock()
  const approve = useWrite('approval.approve')
  const [content, setContent] = useState('')

  const answer = async (pass: boolean): Promise<void> => {
    const text = pass ? '确认同意审批？' : '确认拒绝审批？'
    const question = { title: `${pass ? '同意' : '拒绝'}“${title}”`, text, danger: !pass }
    if (!(await confirm(question))) return
    await run(async () => {
      const { code } = await approve.mutateAsync({ taskId, siteId, pass, approveResult: content.trim() })
      if (code === SUCCESS) onClose()
    }).catch(() => {
      // Another person has decided, or the application was withdrawn: useWrite has shown the error, the reads are refreshed.
      refresh('approval.taskList', 'approval.taskingCount', 'approval.detail')
    })
  }
  return (
    <div className={styles.root}>
      <Field className={styles.field} label="审批内容" hint={`${[...content].length}/${APPROVAL_LIMIT}`}>
        <Textarea
          spellCheck
          value={content}
          rows={2}
          maxLength={APPROVAL_LIMIT}
          placeholder="选填，最多 50 个字"
          onChange={(_event, data) => setContent(data.value)}
        />
      </Field>
      <div className={styles.buttons}>
        <Button onClick={onClose}>取消</Button>
        <Button disabledFocusable={busy} onClick={() => void answer(false)}>
          拒绝
        </Button>
        <Button appearance="primary" disabledFocusable={busy} onClick={() => void answer(true)}>
          同意
        </Button>
      </div>
    </div>
  )
}
