import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { z } from 'zod'
import type { outgoingProgress, OutgoingState } from '#shared/contract/outgoing.ts'

type Progress = z.output<typeof outgoingProgress>

const useStyles = makeStyles({ failed: { color: tokens.colorPaletteRedForeground1 } })
const COLORS: Record<OutgoingState, 'informative' | 'brand' | 'warning' | 'success' | 'subtle'> = {
  waiting: 'informative',
  sending: 'brand',
  paused: 'warning',
  done: 'success',
  cancelled: 'subtle',
}

export const OUTGOING_STATE_NAMES: Record<OutgoingState, string> = {
  waiting: '等待发送',
  sending: '发送中',
  paused: '已暂停',
  done: '已完成',
  cancelled: '已取消',
}

/** State of a message; the tooltip shows why it waits. */
export const StateBadge = ({ state, reason }: Progress) => (
  <Badge appearance="tint" color={COLORS[state]} title={reason || undefined}>
    {OUTGOING_STATE_NAMES[state]}
  </Badge>
)

/** Sent and total recipients, with the numbers of failed and uncertain ones. */
export function ProgressCell({ total, sent, failed, doubtful }: Progress) {
  const styles = useStyles()
  const problems = [failed > 0 ? `失败 ${failed}` : '', doubtful > 0 ? `结果不明 ${doubtful}` : ''].filter(Boolean)
  return (
    <>
      {sent} / {total}
      {problems.length > 0 && <Text className={styles.failed}>　{problems.join('，')}</Text>}
    </>
  )
}

/** Polls while a message is being sent. `watchRows` inspects the loaded rows and returns whether one is being sent. */
export function usePollWhileSending() {
  const [isSending, setIsSending] = useState(false)
  return {
    options: isSending ? { everyMs: 3000 } : {},
    watchRows(rows: readonly Pick<Progress, 'state'>[] | undefined): boolean {
      const now = rows?.some(({ state }) => state === 'waiting' || state === 'sending') ?? false
      if (now !== isSending) setIsSending(now)
      return now
    },
  }
}
