import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey, findChoice } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  // In line with the label above.
  root: { flexWrap: 'wrap', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
})

/** Chooses one of a few values that are all in view. */
export function RadioGroupField<In extends FieldValues, Out>(
  props: Bound<In, Out> & { options: readonly Choice[]; layout?: 'horizontal' | 'vertical' },
) {
  const { options, layout = 'horizontal', disabled, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref }) => (
        <RadioGroup
          ref={focusRef(ref)}
          className={styles.root}
          layout={layout}
          disabled={disabled ?? false}
          value={typeof value === 'string' || typeof value === 'number' ? choiceKey(value) : ''}
          onBlur={onBlur}
          onChange={(_event, data) => onChange(findChoice(options, data.value)?.value)}
        >
          {options.map((option) => (
            <Radio
              key={choiceKey(option.value)}
              value={choiceKey(option.value)}
              label={option.title}
              disabled={(disabled ?? false) || (option.disabled ?? false)}
            />
          ))}
        </RadioGroup>
      )}
    </FieldFrame>
  )
}
