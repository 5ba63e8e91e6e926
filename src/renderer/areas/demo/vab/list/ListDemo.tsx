import { Button, makeStyles, Persona, tokens } from '@fluentui/react-components'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { sampleRows } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})
const ROWS = sampleRows(8)

/** 带头像、说明和操作的条目。 */
export function ListDemo() {
  const styles = useStyles()
  const toast = useToast()
  return (
    <DemoPage title="列表" text="带头像、说明和操作的条目。">
      <ul className={styles.list}>
        {ROWS.map((row) => (
          <li key={row.id} className={styles.item}>
            <Persona name={row.owner} secondaryText={`${row.title} · ${row.date}`} avatar={{ color: 'colorful' }} />
            <Button
              appearance="subtle"
              aria-label={`查看 ${row.title}`}
              onClick={() => toast.info(`打开 ${row.title}`)}
            >
              查看
            </Button>
          </li>
        ))}
      </ul>
    </DemoPage>
  )
}
