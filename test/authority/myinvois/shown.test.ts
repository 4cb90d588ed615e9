import { expect, test } from 'vitest'
import { asking, uuid } from './scripted.ts'

test('a validation link needs the long number', async () => {
  const { authority } = await asking({ status: 200 })
  expect(authority.shown({ uuid, submissionUid: 'SUB', longId: 'LONG' })).toEqual({
    uuid,
    submissionUid: 'SUB',
    longId: 'LONG',
    validationUrl: `https://portal.example/${uuid}/share/LONG`,
  })
  expect(authority.shown({ uuid, submissionUid: 'SUB', longId: '' })).toEqual({
    uuid,
    submissionUid: 'SUB',
    longId: null,
    validationUrl: null,
  })
})
