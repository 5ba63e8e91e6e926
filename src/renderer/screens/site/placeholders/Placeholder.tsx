import { Badge, Card, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { Page, PageHeader } from '#renderer/kit/layout/Page.tsx'

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXXL, gap: tokens.spacingVerticalL, maxWidth: '720px' },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
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
export function Placeholder({ plan: { title, icon: Icon, purpose, will, today } }: { plan: Plan }) {
  const styles = useStyles()
  return (
    <Page>
      <PageHeader title={title} text={purpose} />
      <Card className={styles.card}>
        <div className={styles.head}>
          <span className={styles.icon}>
            <Icon />
          </span>
          <Text weight="semibold" size={400} as="h2">
            这个功能还没有开放
          </Text>
          <Badge appearance="tint" color="informative">
            待开发
          </Badge>
        </div>
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
