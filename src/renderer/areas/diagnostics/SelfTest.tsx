import { Badge, Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { HeartPulseRegular, StopRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { SelfTestPoint, SelfTestReport } from '#shared/contract/selfTest.ts'
import { OUTCOME_TITLES, summarizeSelfTest } from '#shared/domain/selfTest.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'

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

/**
 * Runs the program's main functions with a separate data folder, and reports for each whether it works on this
 * computer.
 */
export function SelfTest() {
  const styles = useStyles()
  const copy = useCopy()
  const [report, setReport] = useState<SelfTestReport | null>(null)
  useHostEvent('selfTest.changed', setReport)
  const run = useWrite('diagnostics.selfTest', { success: false, onSuccess: ({ data }) => setReport(data) })
  const stop = useWrite('diagnostics.stopSelfTest', { success: false })
  const start = (): void => {
    setReport(null)
    run.mutate({})
  }
  return (
    <>
      <Text className={styles.intro}>
        使用单独的数据文件夹另行启动程序，逐项检查登录、钥匙串、上传、同步、预览、窗口、打印、复制、通知和更新。不影响现有数据，结束后自动清理。
      </Text>
      <Toolbar end={<Text role="status">{report && summarizeSelfTest(report)}</Text>}>
        {/* One button for both actions, so that it keeps the focus. */}
        <Button
          appearance="primary"
          icon={run.isPending ? <StopRegular /> : <HeartPulseRegular />}
          onClick={() => (run.isPending ? stop.mutate({}) : start())}
        >
          {run.isPending ? '停止自检' : report ? '重新自检' : '开始自检'}
        </Button>
        {run.isPending && <Spinner size="tiny" label="正在自检，约需 1 分钟" />}
        {report && !run.isPending && (
          <Button onClick={() => void copy('自检报告', JSON.stringify(report, null, 2))}>复制自检报告</Button>
        )}
      </Toolbar>
      <ul className={styles.points} aria-label="自检项目">
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
      <Text className={styles.time}>{ms > 0 && (ms < 1000 ? `${ms} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`)}</Text>
    </li>
  )
}
