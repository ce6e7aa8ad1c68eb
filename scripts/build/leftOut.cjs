/** Stands in the bundles for packages that are left out of them. */
module.exports = undefined
