import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleFilled,
  CircleRegular,
  DismissCircleFilled,
  SubtractCircleRegular,
  WarningFilled,
} from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import type { NetworkStep } from '#shared/contract/network.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  step: {
    display: 'grid',
    gridTemplateColumns: '20px 64px minmax(0, 1fr) auto',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  failed: { backgroundColor: tokens.colorStatusDangerBackground1 },
  icon: { display: 'flex', fontSize: '20px' },
  good: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  texts: { display: 'grid', gap: tokens.spacingVerticalXXS, overflowWrap: 'anywhere' },
})

const STEP_TITLES: Record<NetworkStep['step'], string> = {
  name: '域名',
  route: '路线',
  proxy: '代理',
  connect: '端口',
  certificate: '证书',
  server: '服务器',
  signIn: '登录',
}

const STATE_TITLES: Record<NetworkStep['state'], string> = {
  good: '正常',
  warning: '警告',
  failed: '异常',
  skipped: '无需检查',
  waiting: '未检查',
}

/** The results of the check, one row for each step. */
export function Steps({ steps }: { steps: readonly NetworkStep[] }) {
  const styles = useStyles()
  const appearances: Record<NetworkStep['state'], { icon: ReactNode; color: string }> = {
    good: { icon: <CheckmarkCircleFilled />, color: styles.good },
    warning: { icon: <WarningFilled />, color: styles.warning },
    failed: { icon: <DismissCircleFilled />, color: styles.bad },
    skipped: { icon: <SubtractCircleRegular />, color: styles.quiet },
    waiting: { icon: <CircleRegular />, color: styles.quiet },
  }
  return (
    <ol className={styles.list} aria-label="检查结果">
      {steps.map(({ step, state, text, remedy, milliseconds }) => (
        <li key={step} className={mergeClasses(styles.step, state === 'failed' && styles.failed)}>
          <span
            className={mergeClasses(styles.icon, appearances[state].color)}
            role="img"
            aria-label={STATE_TITLES[state]}
          >
            {appearances[state].icon}
          </span>
          <Text weight="semibold">{STEP_TITLES[step]}</Text>
          <span className={styles.texts}>
            <Text className={state === 'waiting' || state === 'skipped' ? styles.quiet : ''}>{text}</Text>
            {remedy && <Text weight="semibold">{remedy}</Text>}
          </span>
          {state !== 'waiting' && state !== 'skipped' ? (
            <Text size={200} className={state === 'failed' ? '' : styles.quiet}>
              {milliseconds} 毫秒
            </Text>
          ) : (
            <span />
          )}
        </li>
      ))}
    </ol>
  )
}
