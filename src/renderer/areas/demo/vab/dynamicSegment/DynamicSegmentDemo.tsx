import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
})
const IDS = [1, 2, 3]

/** 每个编号的地址各有一个标签，标题里带着编号。 */
export function DynamicSegmentDemo() {
  const styles = useStyles()
  const open = useOpenScreen()
  return (
    <DemoPage title="动态路径" text="每个编号的地址各有一个标签，标题里带着编号。">
      <ul className={styles.list}>
        {IDS.map((id) => (
          <li key={id}>
            <Link as="button" onClick={() => open(`/vab/dynamic-segment/${id}`)}>
              打开编号 {id}
            </Link>
          </li>
        ))}
      </ul>
    </DemoPage>
  )
}
