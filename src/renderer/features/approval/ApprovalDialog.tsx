import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useRef } from 'react'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { ApprovalFields } from './ApprovalFields.tsx'
import { ApprovalNotes } from './ApprovalNotes.tsx'
import { ApprovalSteps } from './ApprovalSteps.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { useWithdraw } from './useWithdraw.ts'

const useStyles = makeStyles({
  body: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', overflowY: 'auto', minHeight: 0 },
  parts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(260px, 320px)',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  part: { minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  /** A task to decide or to view, or an application. */
  of: { taskId: number } | { instanceId: number }
  /** View only, whatever the caller may do. */
  readOnly?: boolean
  onClose: () => void
}

/** Notes about the entry's state, where it matters for the decision. */
const ENTRY_NOTES: Readonly<Record<ApprovalDetail['entry'], string>> = {
  public: '',
  draft: '',
  recycled: '该内容在回收站中',
  gone: '该内容已被删除',
}

/**
 * B·§2: the approval dialog: the record's fields and the earlier opinions; to decide with an opinion, 同意 and 拒绝 (type
 * 1), or to read only (type 2).
 */
export function ApprovalDialog({ of, readOnly = false, onClose }: Props) {
  const styles = useStyles()
  const texts = useRef<HTMLDivElement>(null)
  const read = useRead('approval.detail', of, { quiet: true, onFocus: true })
  const { data } = read
  const canDecide = !readOnly && data?.approveType === 1
  const heading = canDecide ? '审批' : '审批详情'
  return (
    <PanelDialog
      title={data ? `${heading}“${data.title}”` : heading}
      size="large"
      onClose={onClose}
      footer={
        canDecide ? (
          <DecisionForm key={data.taskId} detail={data} onClose={onClose} />
        ) : (
          <>
            {data?.mayWithdraw && <WithdrawButton detail={data} onDone={onClose} />}
            <Button onClick={onClose}>关闭</Button>
          </>
        )
      }
    >
      {/* B·§8: a failure shows heading the server says. */}
      {!data && read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <LoadingState />}
      {data && (
        <div className={styles.body}>
          {ENTRY_NOTES[data.entry] !== '' && (
            <MessageBar intent="warning">
              <MessageBarBody>{ENTRY_NOTES[data.entry]}</MessageBarBody>
            </MessageBar>
          )}
          <Text size={200} className={styles.muted}>
            {[
              `${data.siteTitle} / ${data.menuTitle}`,
              `流程：${data.workflowTitle}`,
              `${data.applicant} 申请于 ${data.createDate}`,
              data.remark,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <ApprovalSteps detail={data} />
          <div className={styles.parts}>
            <div ref={texts} className={styles.part}>
              <ApprovalFields detail={data} />
            </div>
            <div className={styles.part}>
              <ApprovalNotes detail={data} texts={texts} />
            </div>
          </div>
        </div>
      )}
    </PanelDialog>
  )
}

function WithdrawButton({ detail, onDone }: { detail: ApprovalDetail; onDone: () => void }) {
  const withdraw = useWithdraw()
  const run = async (): Promise<void> => {
    if (await withdraw(detail)) onDone()
  }
  return <Button onClick={() => void run()}>撤回</Button>
}
