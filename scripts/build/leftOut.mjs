/** Stands in the bundles for packages that are left out of them. */
export default undefined
