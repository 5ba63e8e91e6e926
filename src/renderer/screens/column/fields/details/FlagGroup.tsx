import { Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { ChosenField } from '../draft/draft.ts'

const useStyles = makeStyles({
  root: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  boxes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
})

type Flag = { [K in keyof ChosenField]: ChosenField[K] extends boolean ? K : never }[keyof ChosenField]

interface Props {
  title: string
  flags: readonly { key: Flag; title: string }[]
  field: ChosenField
  onEdit: (patch: Partial<ChosenField>) => void
}

/** Some yes/no properties of a field. */
export function FlagGroup({ title, flags, field, onEdit }: Props) {
  const styles = useStyles()
  return (
    <fieldset className={styles.root} aria-label={title}>
      <Text>{title}</Text>
      <div className={styles.boxes}>
        {flags.map((flag) => (
          <Checkbox
            key={flag.key}
            label={flag.title}
            checked={field[flag.key]}
            onChange={(_event, { checked }) => onEdit({ [flag.key]: checked === true })}
          />
        ))}
      </div>
    </fieldset>
  )
}
