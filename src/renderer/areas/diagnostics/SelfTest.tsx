import { Badge, Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { HeartPulseRegular, StopRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { SelfTestPoint, SelfTestReport } from '#shared/contract/selfTest.ts'
import { OUTCOME_TITLES, summarizeSelfTest } from '#shared/domain/selfTest.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { SELF_TEST } from './text.ts'

const useStyles = makeStyles({
  intro: { maxWidth: '960px', lineHeight: tokens.lineHeightBase400 },
  points: { listStyle: 'none', margin: 0, padding: 0, overflow: 'auto' },
  point: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(160px, 260px) minmax(0, 1fr) 80px',
    gap: tokens.spacingHorizontalM,
    alignItems: 'baseline',
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  detail: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  time: { color: tokens.colorNeutralForeground3, textAlign: 'end' },
})

/** The program tries its main ways in a data folder of its own, and says of each whether it works on this computer. */
export function SelfTest() {
  const styles = useStyles()
  const copy = useCopy()
  const [report, setReport] = useState<SelfTestReport | null>(null)
  useHostEvent('selfTest.changed', setReport)
  const run = useWrite('diagnostics.selfTest', { success: false, onSuccess: ({ data }) => setReport(data) })
  const stop = useWrite('diagnostics.stopSelfTest', { success: false })
  const begin = (): void => {
    setReport(null)
    run.mutate({})
  }
  return (
    <>
      <Text className={styles.intro}>{SELF_TEST.intro}</Text>
      <Toolbar end={<Text role="status">{report && summarizeSelfTest(report)}</Text>}>
        {/* One button, so that the focus stays. */}
        <Button
          appearance="primary"
          icon={run.isPending ? <StopRegular /> : <HeartPulseRegular />}
          onClick={() => (run.isPending ? stop.mutate({}) : begin())}
        >
          {run.isPending ? SELF_TEST.stop : report ? SELF_TEST.again : SELF_TEST.start}
        </Button>
        {run.isPending && <Spinner size="tiny" label={SELF_TEST.running} />}
        {report && !run.isPending && (
          <Button onClick={() => void copy(SELF_TEST.report, JSON.stringify(report, null, 2))}>{SELF_TEST.copy}</Button>
        )}
      </Toolbar>
      <ul className={styles.points} aria-label={SELF_TEST.points}>
        {report?.points.map((point) => (
          <Point key={point.id} point={point} />
        ))}
      </ul>
    </>
  )
}

const COLORS = { passed: 'success', failed: 'danger', impossible: 'informative' } as const

function Point({ point: { title, outcome, detail, ms } }: { point: SelfTestPoint }) {
  const styles = useStyles()
  return (
    <li className={styles.point}>
      <Badge appearance="tint" color={COLORS[outcome]}>
        {OUTCOME_TITLES[outcome]}
      </Badge>
      <Text weight="semibold">{title}</Text>
      <Text className={styles.detail}>{detail}</Text>
      <Text className={styles.time}>{ms > 0 && SELF_TEST.time(ms)}</Text>
    </li>
  )
}
