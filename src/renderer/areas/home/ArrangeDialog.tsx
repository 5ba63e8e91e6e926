import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { HOME } from './text.ts'
import type { CardId, HomeCards } from './useHomeCards.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  box: { marginInlineEnd: 'auto' },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Which cards the home page shows, and in which order. Each change is kept at once. */
export function ArrangeDialog({ cards, onClose }: { cards: HomeCards; onClose: () => void }) {
  const styles = useStyles()
  const { order, hidden, arrange, reset } = cards
  const show = (id: CardId, shown: boolean): void =>
    arrange(order, new Set(shown ? [...hidden].filter((each) => each !== id) : [...hidden, id]))
  const move = (from: number, to: number): void => {
    const next = [...order]
    const [card] = next.splice(from, 1)
    if (card) next.splice(to, 0, card)
    arrange(next, hidden)
  }
  return (
    <PanelDialog
      title={HOME.arrange}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={reset}>{HOME.reset}</Button>
          <Button appearance="primary" onClick={onClose}>
            {HOME.done}
          </Button>
        </>
      }
    >
      <Text className={styles.muted}>{HOME.arrangeText}</Text>
      <ol className={styles.list}>
        {order.map((id, at) => (
          <li key={id} className={styles.item}>
            <Checkbox
              className={styles.box}
              label={HOME.cards[id]}
              checked={!hidden.has(id)}
              onChange={(_event, { checked }) => show(id, checked === true)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowUpRegular />}
              aria-label={HOME.up(HOME.cards[id])}
              disabledFocusable={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowDownRegular />}
              aria-label={HOME.down(HOME.cards[id])}
              disabledFocusable={at === order.length - 1}
              onClick={() => move(at, at + 1)}
            />
          </li>
        ))}
      </ol>
    </PanelDialog>
  )
}
