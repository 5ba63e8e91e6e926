import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { CopyButton } from './CopyButton.tsx'

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', color: tokens.colorNeutralForeground3 },
  id: { fontFamily: tokens.fontFamilyMonospace, userSelect: 'text', overflowWrap: 'anywhere' },
})

/** 错误编号 of a failed call, to copy for the administrator, who finds it in the server's log. */
export function ErrorReference({ reference }: { reference: string }) {
  const styles = useStyles()
  return (
    <span className={styles.root}>
      <Text size={200}>
        错误编号：<span className={styles.id}>{reference}</span>
      </Text>
      <CopyButton name="错误编号" text={reference} />
    </span>
  )
}
