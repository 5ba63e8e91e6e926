import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { sampleRows } from '#renderer/areas/demo/shared/samples.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: tokens.spacingVerticalL,
  },
})
const ROWS = sampleRows(6)

/** 一组信息和它的操作。 */
export function CardDemo() {
  const styles = useStyles()
  return (
    <DemoPage title="卡片" text="一组信息和它的操作。">
      <div className={styles.grid}>
        {ROWS.map((row) => (
          <Card
            key={row.id}
            title={row.title}
            actions={
              <Badge appearance="tint" color={row.isStatus ? 'success' : 'informative'}>
                {row.isStatus ? '启用' : '停用'}
              </Badge>
            }
          >
            <Facts
              facts={[
                { name: '负责人', value: row.owner },
                { name: '创建时间', value: row.date },
              ]}
            />
          </Card>
        ))}
      </div>
    </DemoPage>
  )
}
