import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { passState, parseApprovalResult } from '#shared/domain/passState.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorNeutralForeground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, color: tokens.colorStatusDangerForeground1 },
  text: { maxHeight: '120px', overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

/** Shows who rejected an entry and why; nothing for other entries. */
export function Rejection({ entry }: { entry: ContentEntry | null }) {
  const styles = useStyles()
  const rejection =
    entry && !entry.recycleTime && passState(entry) === 'rejected' && parseApprovalResult(entry.approveResult)
  if (!rejection) return null
  return (
    <section className={styles.root} aria-label="已驳回">
      <div className={styles.head}>
        <ErrorCircleRegular fontSize={20} className={styles.icon} />
        <Text weight="semibold">已驳回</Text>
        <Text>{`审批人：${rejection.trueName || '未知'}`}</Text>
      </div>
      <div className={styles.text}>{`审批内容：${rejection.approveResult || '未填写'}`}</div>
    </section>
  )
}
