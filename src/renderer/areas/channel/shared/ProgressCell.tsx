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

/** What a message is doing; over it stands why it waits. */
export const StateBadge = ({ state, reason }: Progress) => (
  <Badge appearance="tint" color={COLORS[state]} title={reason || undefined}>
    {OUTGOING_STATE_NAMES[state]}
  </Badge>
)

/** How many of how many were taken, and how many not. */
export function ProgressCell({ total, sent, failed, doubtful }: Progress) {
  const styles = useStyles()
  const left = [failed > 0 ? `失败 ${failed}` : '', doubtful > 0 ? `不确定 ${doubtful}` : ''].filter(Boolean)
  return (
    <>
      {sent} / {total}
      {left.length > 0 && <Text className={styles.failed}>　{left.join('，')}</Text>}
    </>
  )
}

/** Asks again while a message goes out. `look` at what was answered, and know whether one does. */
export function usePollOf() {
  const [live, setLive] = useState(false)
  return {
    options: live ? { everyMs: 3000 } : {},
    look(rows: readonly Pick<Progress, 'state'>[] | undefined): boolean {
      const now = rows?.some(({ state }) => state === 'waiting' || state === 'sending') ?? false
      if (now !== live) setLive(now)
      return now
    },
  }
}
