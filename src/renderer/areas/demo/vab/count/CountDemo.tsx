import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { CountUp } from '#renderer/ui/count/CountUp.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL },
  figure: { display: 'grid', gap: tokens.spacingVerticalXS },
  again: { alignSelf: 'start' },
})
const FIGURES = [
  { title: '访问量', value: 128_430, digits: 0 },
  { title: '访客', value: 36_215, digits: 0 },
  { title: '完成率（%）', value: 98.6, digits: 1 },
]

/** 数字滚动到它的值；系统要求减少动画时直接显示。 */
export function CountDemo() {
  const styles = useStyles()
  const [run, setRun] = useState(0)
  return (
    <DemoPage title="数字滚动" text="数字滚动到它的值；系统要求减少动画时直接显示。">
      <div className={styles.row}>
        {FIGURES.map(({ title, value, digits }) => (
          <div key={title} className={styles.figure}>
            <Text>{title}</Text>
            <Text size={800} weight="semibold">
              <CountUp key={run} value={value} digits={digits} />
            </Text>
          </div>
        ))}
      </div>
      <Button className={styles.again} onClick={() => setRun(run + 1)}>
        再来一次
      </Button>
    </DemoPage>
  )
}
