import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { memberForm } from '#shared/contract/member.ts'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { MEMBER } from './text.ts'

interface Props {
  control: Control<z.input<typeof memberForm>, unknown, z.output<typeof memberForm>>
  levels: readonly MemberLevel[]
}

/** The level of a member: by its points, which says at once which one that is, or fixed by hand. */
export function LevelField({ control, levels }: Props) {
  const [points, levelId] = useWatch({ control, name: ['points', 'levelId'] })
  const count = typeof points === 'number' ? points : 0
  const fitting = levels.find(({ startValue, endValue }) => count >= startValue && count <= endValue)
  const choices = levels.map(({ id, name }) => ({ value: id, title: name }))
  return (
    <SelectField
      control={control}
      name="levelId"
      label={MEMBER.level}
      options={[{ value: 0, title: MEMBER.byPoints }, ...choices]}
      hint={levelId === 0 ? MEMBER.levelOfPoints(fitting?.name ?? '') : MEMBER.levelByHand}
    />
  )
}
