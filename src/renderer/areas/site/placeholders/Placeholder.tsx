import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'

const useStyles = makeStyles({
  card: { maxWidth: '720px' },
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXXL,
    color: tokens.colorNeutralForeground2,
  },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** What a screen will do that has no function yet. */
export interface Plan {
  title: string
  icon: FluentIcon
  /** What it is for, one sentence. */
  purpose: string
  /** What it will show and do. */
  will: readonly string[]
  /** How to manage without it today. */
  today: string
}

/** A·§2: holds static text only; it says what is to come and invents no data. */
export function Placeholder({ plan: { title, purpose, will, today } }: { plan: Plan }) {
  const styles = useStyles()
  return (
    <Page>
      <PageHeader title={title} text={purpose} />
      <Card
        title="这个功能还没有开放"
        className={styles.card}
        actions={
          <Badge appearance="tint" color="informative">
            待开发
          </Badge>
        }
      >
        <Text>开放后，您可以在这里：</Text>
        <ul className={styles.list}>
          {will.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Text className={styles.muted}>{today}</Text>
      </Card>
    </Page>
  )
}
