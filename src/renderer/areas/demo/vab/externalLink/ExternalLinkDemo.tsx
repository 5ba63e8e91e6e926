import { Button, makeStyles } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { useWrite } from '#renderer/data/useWrite.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ start: { alignSelf: 'start' } })

/** 外部网页在系统的浏览器中打开，不在程序里。 */
export function ExternalLinkDemo() {
  const styles = useStyles()
  const open = useWrite('app.openExternal')
  return (
    <DemoPage title="外链" text="外部网页在系统的浏览器中打开，不在程序里。">
      <Button
        className={styles.start}
        icon={<OpenRegular />}
        onClick={() => open.mutate({ url: 'https://www.w3.org/WAI/ARIA/apg/' })}
      >
        打开 www.w3.org
      </Button>
    </DemoPage>
  )
}
