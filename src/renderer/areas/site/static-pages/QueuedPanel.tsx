import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { JobProgress } from '#renderer/features/jobs/JobProgress.tsx'
import type { QueuedJob } from './useStaticJobs.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    flexShrink: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
})

/** The job that this page queued last, and how far it is. */
export function QueuedPanel({ job: { jobId, title } }: { job: QueuedJob }) {
  const styles = useStyles()
  return (
    <section className={styles.root} aria-label={title}>
      <Text weight="semibold">{title}</Text>
      <JobProgress jobId={jobId} />
    </section>
  )
}
