import { Button, makeStyles, mergeClasses, ProgressBar, Text, tokens } from '@fluentui/react-components'
import {
  ArrowClockwiseRegular,
  CheckmarkCircleRegular,
  DismissRegular,
  ErrorCircleRegular,
  PauseRegular,
  PlayRegular,
} from '@fluentui/react-icons'
import { memo, type ReactElement, type ReactNode } from 'react'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { uploadActions } from './actions.ts'
import { useUploadTask } from './hooks.ts'
import { stateText } from './taskProgress.ts'

export const UPLOAD_ROW_HEIGHT = 60

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: `${UPLOAD_ROW_HEIGHT}px`,
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  main: { flex: '1 1 auto', display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  state: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  problem: { color: tokens.colorStatusDangerForeground1 },
  icon: { fontSize: '20px', lineHeight: 0, flexShrink: 0 },
  done: { color: tokens.colorStatusSuccessForeground1 },
})

interface Props {
  id: string
  /** Shown before the name. */
  start?: ReactNode
}

/** One upload: name, progress, state and actions. Renders nothing after its removal. */
export const UploadRow = memo(function UploadRow({ id, start }: Props) {
  const styles = useStyles()
  const task = useUploadTask(id)
  if (!task) return null
  const { step } = task.state
  const text = stateText(task)
  return (
    <div className={styles.row}>
      {start}
      {step === 'done' && <CheckmarkCircleRegular className={mergeClasses(styles.icon, styles.done)} />}
      {step === 'failed' && <ErrorCircleRegular className={mergeClasses(styles.icon, styles.problem)} />}
      <div className={styles.main}>
        <Text className={styles.name} title={task.relativePath}>
          {task.relativePath}
        </Text>
        {step !== 'done' && step !== 'failed' && <Progress task={task} />}
        <Text size={200} className={mergeClasses(styles.state, step === 'failed' && styles.problem)} title={text}>
          {text}
        </Text>
      </div>
      <Actions task={task} />
    </div>
  )
})

/** The progress bar, indeterminate while the server registers the file. */
function Progress({ task: { name, state, sent, size } }: { task: UploadTask }) {
  const part = state.step === 'hashing' ? state.done : sent
  const value = { value: size > 0 ? Math.min(part / size, 1) : 0 }
  return <ProgressBar aria-label={`上传 ${name}`} {...(state.step === 'registering' ? {} : value)} />
}

function Actions({ task: { id, name, state } }: { task: UploadTask }) {
  const hasEnded = state.step === 'done' || state.step === 'failed'
  return (
    <>
      {state.step === 'failed' && state.retry && (
        <Tool label={`重试 ${name}`} icon={<ArrowClockwiseRegular />} run={() => uploadActions.retry([id])} />
      )}
      {state.step === 'paused' && (
        <Tool label={`继续 ${name}`} icon={<PlayRegular />} run={() => uploadActions.resume([id])} />
      )}
      {!hasEnded && state.step !== 'paused' && (
        <Tool label={`暂停 ${name}`} icon={<PauseRegular />} run={() => uploadActions.pause([id])} />
      )}
      <Tool
        label={`${hasEnded ? '移除' : '取消'} ${name}`}
        icon={<DismissRegular />}
        run={() => uploadActions.cancel([id])}
      />
    </>
  )
}

function Tool({ label, icon, run }: { label: string; icon: ReactElement; run: () => void }) {
  return <Button size="small" appearance="subtle" icon={icon} aria-label={label} title={label} onClick={run} />
}
