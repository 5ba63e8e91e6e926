import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useOwnTitle } from '#renderer/ui/page/ownTitle.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  field: { maxWidth: '320px' },
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
})

/** 打开着的页面可以改变自己标签上的标题。 */
export function DynamicMetaDemo() {
  const styles = useStyles()
  const [title, setTitle] = useState('')
  useOwnTitle(title.trim())
  return (
    <DemoPage title="动态标题" text="打开着的页面可以改变自己标签上的标题。">
      <Field label="标签标题" className={styles.field} hint="留空时是“动态标题”。">
        <Input value={title} maxLength={30} onChange={(_event, { value }) => setTitle(value)} />
      </Field>
      <div className={styles.row}>
        <Button onClick={() => setTitle(`动态标题（${title.length + 1} 条新消息）`)}>加上角标</Button>
        <Button onClick={() => setTitle('')}>还原</Button>
      </div>
    </DemoPage>
  )
}
