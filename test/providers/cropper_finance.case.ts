import { jupiterCase } from './jupiterCase.ts'

export const foreignCase = jupiterCase({
  id: 'CROPPER_FINANCE',
  name: 'Cropper',
  labels: ['Cropper'],
})
