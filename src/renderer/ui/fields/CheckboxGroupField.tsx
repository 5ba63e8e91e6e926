import { Checkbox, makeStyles, tokens } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(140px, max-content))',
    columnGap: tokens.spacingHorizontalM,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  box: { overflowWrap: 'anywhere' },
})

/** Several of a few values, as checkboxes; the value has the order of the options. */
export function CheckboxGroupField<In extends FieldValues, Out>(
  props: Bound<In, Out> & { options: readonly Choice[] },
) {
  const { options, disabled, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }) => {
        const ticked: readonly (string | number)[] = value ?? []
        const known = options.map((option) => option.value)
        const tick = (each: string | number, checked: boolean): void => {
          const next = checked ? [...ticked, each] : ticked.filter((other) => other !== each)
          const unknown = next.filter((other) => !known.includes(other))
          onChange([...known.filter((other) => next.includes(other)), ...unknown])
        }
        return (
          <div ref={focusRef(ref)} className={styles.root} onBlur={onBlur}>
            {options.map((option) => (
              <Checkbox
                key={choiceKey(option.value)}
                className={styles.box}
                label={option.title}
                checked={ticked.includes(option.value)}
                disabled={(disabled ?? false) || (option.disabled ?? false)}
                onChange={(_event, { checked }) => tick(option.value, checked === true)}
              />
            ))}
          </div>
        )
      }}
    </FieldFrame>
  )
}
