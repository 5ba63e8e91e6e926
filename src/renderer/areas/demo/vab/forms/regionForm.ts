import { z } from 'zod'

/** The form of the demonstration. */
export const regionForm = z.object({
  title: z.string().trim().min(1, '请输入名称').max(254),
  sort: z.number('排序必须是数字'),
  kind: z.string(),
  positions: z.array(z.number()).min(1, '请选择显示位置'),
  status: z.boolean(),
  dates: z.object({ start: z.string(), end: z.string() }),
  province: z.string().min(1, '请选择省份'),
  city: z.string().min(1, '请选择城市'),
  district: z.string(),
  note: z.string(),
})
export type RegionForm = z.input<typeof regionForm>
