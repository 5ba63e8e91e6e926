import { describe, expect, it } from 'vitest'
import { aField } from '#tests/builders/field.ts'
import { formValues, itemsOf, pairsOf, textsOf, toForm, toText } from './values.ts'

const photos = aField('photos', { fieldType: 'BatchPhoto' })
const kinds = aField('kinds', { relationMark: '{"id":1,"type":2}' })
const item = {
  sort: 1,
  src: '/files/a.png',
  title: 'a',
  subTitle: '',
  note: '',
  link: '',
  index: '',
  target: '_self',
  nofollow: false,
}

describe('the values of a form', () => {
  it('go to texts and back without a difference', () => {
    const texts = { photos: JSON.stringify([item]), kinds: '甲,乙', title: '大会' }
    const fields = [photos, kinds, aField('title')]
    const values = formValues(fields, texts)
    expect(values).toEqual({ photos: [item], kinds: ['甲', '乙'], title: '大会' })
    expect(textsOf(fields, values)).toEqual(texts)
    expect(pairsOf(fields, values)[1]).toEqual({ fieldName: 'kinds', fieldValue: '甲,乙' })
  })

  it('are empty texts when there is nothing', () => {
    expect([toText(photos, []), toText(kinds, []), toText(aField('x'), undefined)]).toEqual(['', '', ''])
    expect([toForm(photos, ''), toForm(kinds, ''), toForm(aField('x'), '')]).toEqual([[], [], ''])
  })

  it('take items of other programs, which lack parts, and nothing that is no item', () => {
    expect(itemsOf('[{"src":"/files/图.png","title":"图"},{"title":"无"},3,null]')).toMatchObject([
      { sort: 1, src: '/files/图.png', title: '图', target: '_self' },
    ])
    for (const broken of ['', 'null', '{"src":"a"}', '[', '5']) expect(itemsOf(broken)).toEqual([])
  })
})
