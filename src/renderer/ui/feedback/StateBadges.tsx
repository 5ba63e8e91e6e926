import { Badge, makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
})

interface Props {
  badges: readonly { title: string; color: 'brand' | 'success' | 'warning' | 'danger' | 'informative' }[]
}

/** Short state labels side by side. */
export function StateBadges({ badges }: Props) {
  const styles = useStyles()
  return (
    <span className={styles.root}>
      {badges.map(({ title, color }) => (
        <Badge key={title} appearance="tint" color={color}>
          {title}
        </Badge>
      ))}
    </span>
  )
}
