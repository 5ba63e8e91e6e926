import { Badge, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleFilled,
  CircleRegular,
  ClockRegular,
  DismissCircleFilled,
  type FluentIcon,
  SendRegular,
} from '@fluentui/react-icons'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import { isOverdue } from './overdue.ts'

type Step = ApprovalDetail['steps'][number]

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  step: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'start' },
  icon: { display: 'grid', fontSize: '20px', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  agreed: { color: tokens.colorStatusSuccessForeground1 },
  refused: { color: tokens.colorStatusDangerForeground1 },
  waiting: { color: tokens.colorBrandForeground1 },
  texts: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  muted: { color: tokens.colorNeutralForeground3 },
  warning: { color: tokens.colorStatusDangerForeground1 },
})

const ICONS: Readonly<Record<Step['state'], FluentIcon>> = {
  coming: CircleRegular,
  waiting: ClockRegular,
  agreed: CheckmarkCircleFilled,
  refused: DismissCircleFilled,
  withdrawn: CircleRegular,
}
const COLORS = {
  coming: 'informative',
  waiting: 'brand',
  agreed: 'success',
  refused: 'danger',
  withdrawn: 'informative',
} as const

/** B·§2: the earlier steps with their results, and those still to come. */
export function ApprovalSteps({ detail }: { detail: ApprovalDetail }) {
  const styles = useStyles()
  return (
    <ol className={styles.list} aria-label="审批进度">
      <li className={styles.step}>
        <span className={mergeClasses(styles.icon, styles.agreed)}>
          <SendRegular />
        </span>
        <span className={styles.texts}>
          <Text weight="semibold">提交</Text>
          <Text size={200} className={styles.muted}>
            {detail.applicant} · {detail.createDate}
          </Text>
        </span>
      </li>
      {detail.steps.map((step, at) => (
        <StepItem key={`${at} ${step.title}`} step={step} />
      ))}
    </ol>
  )
}

export const NOBODY_TO_APPROVE =
  '该节点的用户组没有可审批的账号：账号已停用，或没有“待审批列表”的权限。请联系超级管理员审批'

const STEP_STATES: Readonly<Record<ApprovalDetail['steps'][number]['state'], string>> = {
  coming: '未开始',
  waiting: '待审批',
  agreed: '已同意',
  refused: '已拒绝',
  withdrawn: '已撤回',
}

function StepItem({ step }: { step: Step }) {
  const styles = useStyles()
  const { title, roles, state, trueName, result, dueDate, finishDate, nobody } = step
  const Icon = ICONS[state]
  const stateClass = state === 'coming' || state === 'withdrawn' ? undefined : styles[state]
  const overdue = state === 'waiting' && isOverdue(dueDate)
  return (
    <li className={styles.step} aria-current={state === 'waiting' ? 'step' : undefined}>
      <span className={mergeClasses(styles.icon, stateClass)}>
        <Icon />
      </span>
      <span className={styles.texts}>
        <span className={styles.head}>
          <Text weight="semibold">{title}</Text>
          <Badge appearance="tint" color={COLORS[state]}>
            {STEP_STATES[state]}
          </Badge>
          <Text size={200} className={styles.muted}>
            {roles.join('、')}
          </Text>
        </span>
        {trueName !== '' && (
          <Text size={200} className={styles.muted}>
            {[trueName, finishDate].filter(Boolean).join(' · ')}
          </Text>
        )}
        {result !== '' && <Text>{result}</Text>}
        {state === 'waiting' && dueDate !== '' && (
          <Text size={200} className={overdue ? styles.warning : styles.muted}>
            办理期限 {dueDate}
            {overdue && '（已超期）'}
          </Text>
        )}
        {state === 'waiting' && nobody && (
          <Text size={200} className={styles.warning}>
            {NOBODY_TO_APPROVE}
          </Text>
        )}
      </span>
    </li>
  )
}
