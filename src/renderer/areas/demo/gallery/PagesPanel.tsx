import { makeStyles, tokens } from '@fluentui/react-components'
import { DemoLinks } from '../shared/DemoPage.tsx'
import { DEMO_ROUTES, pageOf } from '../shared/demoRoutes.ts'

const useStyles = makeStyles({
  groups: { display: 'grid', gap: tokens.spacingVerticalM },
  group: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  link: { border: `1px solid ${tokens.colorNeutralStroke2}` },
})
const GROUPS = [...new Set(DEMO_ROUTES.map(({ within }) => within))]

/** All pages of the demonstration, the error pages included, which no menu shows. */
export function PagesPanel() {
  const styles = useStyles()
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => (
        <section key={group} className={styles.group} aria-label={group}>
          <DemoLinks
            title={group}
            routes={DEMO_ROUTES.filter((each) => each.within === group && !pageOf(each).includes(':'))}
            className={styles.link}
          />
        </section>
      ))}
    </div>
  )
}
